import type { Context } from "koa";
import ratelimit from "koa-ratelimit";
import type { Decision, RateLimit } from "./window.js";

/** Counts a call against the quota of `key`, and reports what is left in the response headers. */
export type CountCall = (ctx: Context, key: string, nonce?: string) => Promise<Decision>;

/** Headers as in draft-ietf-httpapi-ratelimit-headers. koa-ratelimit decides, based on our own exact window. */
export function countCalls(window: RateLimit): CountCall {
  const { calls, windowSeconds } = window.quota;
  const policy = `"calls";q=${calls};w=${windowSeconds}`;
  return async (ctx, key, nonce) => {
    const decision = await decide(window, key, nonce);
    const left = `"calls";r=${decision.remaining};t=${decision.resetSeconds}`;
    ctx.state.rateLimit = ["RateLimit-Policy", policy, "RateLimit", left];
    return decision;
  };
}

async function decide(window: RateLimit, key: string, nonce?: string): Promise<Decision> {
  let decision: Decision | undefined;
  let admitted = false;
  const limiter = ratelimit({
    id: () => key,
    max: window.quota.calls,
    duration: window.quota.windowSeconds * 1000,
    disableHeader: true,
    errorMessage: "too many calls",
    db: {
      async ratelimiter() {
        decision = await window.take(key, nonce);
        return [decision.admitted ? decision.remaining + 1 : 0, 0, window.quota.calls];
      },
    },
  });
  // A throwaway context: koa-ratelimit answers in plain text, with a Retry-After by another clock than the window's.
  await limiter({ state: {}, set() {} } as unknown as Context, async () => {
    admitted = true;
  });
  if (decision?.admitted !== admitted) throw new Error("koa-ratelimit contradicts its window");
  return decision;
}
