import { redisClient } from "../redis/client.js";
import { type FailoverOptions, FailoverWindow } from "./failover-window.js";
import { LocalWindow } from "./local-window.js";
import { RedisWindow } from "./redis-window.js";
import type { Quota, RateLimit } from "./window.js";

export interface RateLimitSettings extends Quota, FailoverOptions {
  redisUrl?: string | undefined;
  /** Services that share a Redis are counted separately. */
  serviceName: string;
}

/**
 * Counts over all instances if there is a Redis, else in this process. A Redis that is down delays this by about 1 s.
 */
export async function createRateLimit({
  redisUrl,
  serviceName,
  calls,
  windowSeconds,
  ...options
}: RateLimitSettings): Promise<RateLimit> {
  const quota = { calls, windowSeconds };
  const local = new LocalWindow(quota);
  if (redisUrl === undefined) return local;
  const shared = new RedisWindow(await redisClient(redisUrl), quota, serviceName);
  const rateLimit = new FailoverWindow(shared, local, options);
  await rateLimit.start();
  return rateLimit;
}
