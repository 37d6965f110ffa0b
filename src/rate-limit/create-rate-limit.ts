import { redisClient } from "../redis/client.js";
import { type FailoverOptions, FailoverWindow } from "./failover-window.js";
import { LocalWindow } from "./local-window.js";
import { RedisWindow } from "./redis-window.js";
import type { Quota, RateLimit } from "./window.js";

export interface RateLimitSettings extends Quota, FailoverOptions {
  redisUrl?: string | undefined;
  /** Services and quotas that share a Redis are counted apart. */
  serviceName: string;
}

/** The call budget: over all instances with a Redis, in this process without one. A Redis that is away holds it up for about a second. */
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
  const budget = new FailoverWindow(new RedisWindow(await redisClient(redisUrl), quota, serviceName), local, options);
  await budget.start();
  return budget;
}
