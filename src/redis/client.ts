import type { Redis } from "ioredis";

/** An unconnected client whose commands fail at once while Redis is down, and which keeps reconnecting. */
export async function redisClient(url: string): Promise<Redis> {
  // Loaded only if a Redis is configured: it takes a tenth of the startup time and 25 MB.
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, {
    lazyConnect: true,
    // With the defaults a call waits 20 s for a dead Redis.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // No commandTimeout: it fires before arrived data is read, so that a stall of ours would look like one of Redis.
    connectTimeout: 500,
    socketTimeout: 1000,
    disconnectTimeout: 200,
    retryStrategy: (attempt) => Math.min(50 * attempt, 500),
    // A demoted primary stays reachable; reconnecting finds the new primary.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
    // The ready check waits up to 10 s for a Redis that is loading; commands sent meanwhile fail by themselves.
    enableReadyCheck: false,
  });
  // Without a listener, ioredis prints every failed attempt. Commands reject anyway.
  redis.on("error", () => {});
  return redis;
}
