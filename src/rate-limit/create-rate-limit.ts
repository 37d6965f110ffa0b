import { redisClient } from "../redis/client.js";
import { type FailoverOptions, FailoverWindow } from "./failover-window.js";
import { LocalWindow } from "./local-window.js";
import { RedisWindow } from "./redis-window.js";
import type { Quota, RateLimit } from "./window.js";

interface RateLimitSettings extends Quota, FailoverOptions {
  redisUrl?: string | undefined;
  /** Certificates of a private CA that signed the certificate of Redis. */
  redisCa?: string | undefined;
  /** Services that share a Redis are counted separately. */
  serviceName: string;
  /** How long the nonce of a call must be remembered. */
  nonceSeconds: number;
}

/** How many nonces of calls that are not counted (MCP discovery) are remembered for a caller. */
const UNCOUNTED_NONCES = 1_000;

/**
 * Counts over all instances if there is a Redis, else in this process. A Redis that is down delays this by about 1 s.
 */
export async function createRateLimit({
  redisUrl,
  redisCa,
  serviceName,
  nonceSeconds,
  calls,
  windowSeconds,
  ...options
}: RateLimitSettings): Promise<RateLimit> {
  const quota = { calls, windowSeconds };
  const perCaller = calls * Math.ceil(nonceSeconds / windowSeconds) + UNCOUNTED_NONCES;
  const nonces = { seconds: nonceSeconds, perCaller };
  const local = new LocalWindow(quota, nonces);
  if (redisUrl === undefined) return local;
  const shared = new RedisWindow(await redisClient(redisUrl, redisCa), quota, nonces, serviceName);
  const rateLimit = new FailoverWindow(shared, local, options);
  await rateLimit.start();
  return rateLimit;
}
