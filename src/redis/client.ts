import type { Redis } from "ioredis";

/** A client, not connected yet, that fails at once while Redis is away and keeps trying to reach it. */
export async function redisClient(url: string): Promise<Redis> {
  // Loaded only where there is a Redis: it is a tenth of the time to start and 25 MB.
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, {
    lazyConnect: true,
    // With the defaults a call waits 20 s for a dead Redis.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // No commandTimeout: it goes off before what has arrived is read, so a stall of our own would pass for one of Redis.
    connectTimeout: 500,
    socketTimeout: 1000,
    disconnectTimeout: 200,
    retryStrategy: (attempt) => Math.min(50 * attempt, 500),
    // A primary that was demoted stays reachable: connecting anew finds the one that took over.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
    // Its wait for a Redis that is loading can be 10 s; a command sent meanwhile fails by itself.
    enableReadyCheck: false,
  });
  // Without a listener every failed attempt is printed; commands reject anyway.
  redis.on("error", () => {});
  return redis;
}
