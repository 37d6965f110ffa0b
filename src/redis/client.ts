import type { Cluster, Redis } from "ioredis";
import { parseRedisUrl } from "./redis-url.js";

export type RedisClient = Redis | Cluster;

/**
 * An unconnected client whose commands fail at once while Redis is down, and which keeps reconnecting. `ca` are the
 * certificates of a private CA.
 */
export async function redisClient(url: string, ca?: string): Promise<RedisClient> {
  const address = parseRedisUrl(url);
  if (address === undefined) throw new Error("not the URL of a Redis");
  const { kind, hosts, name, username, password, db } = address;
  const retryAfterMs = (attempt: number) => Math.min(50 * attempt, 500);
  const tls = address.tls ? { ...(ca !== undefined && { ca }) } : undefined;
  const options = {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls && { tls }),
    // With the defaults a call waits 20 s for a dead Redis. A command is never sent twice: its nonce would be used.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // No commandTimeout and no socketTimeout: they fire before arrived data is read, so that a stall of ours would
    // look like one of Redis.
    connectTimeout: 500,
    disconnectTimeout: 200,
    // The ready check waits up to 10 s for a Redis that is loading; commands sent meanwhile fail by themselves.
    enableReadyCheck: false,
  };
  // Loaded only if a Redis is configured: it takes a tenth of the startup time and 10 MB.
  const { Redis, Cluster } = await import("ioredis");
  const client =
    kind === "cluster"
      ? new Cluster([...hosts], {
          lazyConnect: true,
          // With an offline queue, which holds commands while a node is being connected: nodes connect when needed.
          enableReadyCheck: false,
          redisOptions: options,
          clusterRetryStrategy: retryAfterMs,
          slotsRefreshTimeout: 500,
          // Fail at once, as above. Only what was not executed, because the node has another role, is sent again.
          retryDelayOnFailover: 0,
          retryDelayOnClusterDown: 0,
          // Names stay names, which certificates are issued for.
          dnsLookup: (host, done) => done(null, host),
        })
      : new Redis({
          ...options,
          ...(kind === "single" ? hosts[0] : { sentinels: [...hosts], name }),
          db,
          lazyConnect: true,
          enableOfflineQueue: false,
          retryStrategy: retryAfterMs,
          // A demoted primary stays reachable; reconnecting finds the new primary.
          reconnectOnError: (error) => error.message.startsWith("READONLY"),
          failoverDetector: true,
          sentinelRetryStrategy: retryAfterMs,
          sentinelCommandTimeout: 500,
          ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
        });
  // Without a listener, ioredis prints every failed attempt. Commands reject anyway.
  client.on("error", () => {});
  return client;
}
