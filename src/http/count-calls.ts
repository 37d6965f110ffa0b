import type { Context } from "koa";
import ratelimit from "koa-ratelimit";
import type { Decision, RateLimit } from "../rate-limit/window.js";

/** Counts a call against the quota of `key`, and reports what is left in the response headers. */
export type CountCall = (ctx: Context, key: string, nonce?: string) => Promise<Decision>;

/**
 * koa-ratelimit decides, with our exact window as its `db`, which it asks by one command. The headers are those of
 * draft-ietf-httpapi-ratelimit-headers. `refuse` throws the error for a call over the limit.
 */
export function countCalls(window: RateLimit, refuse: (decision: Decision) => never): CountCall {
  const { calls, windowSeconds } = window.quota;
  const policy = `"calls";q=${calls};w=${windowSeconds}`;
  const options = { max: calls, duration: windowSeconds * 1000, disableHeader: true };
  return async (ctx, key, nonce) => {
    let decision!: Decision;
    let isAdmitted = false;
    const limit = ratelimit({
      ...options,
      id: () => key,
      // For this call alone, because koa-ratelimit passes on no nonce.
      db: {
        async ratelimiter() {
          decision = await window.decide("count", key, nonce);
          const { admitted, replayed, remaining, resetSeconds } = decision;
          // A replay is not over the limit: our caller refuses it, since it does not come from the holder of the key.
          return [admitted || replayed ? remaining + 1 : 0, Math.ceil(Date.now() / 1000) + resetSeconds, calls];
        },
      },
    });
    await limit(ctx, async () => {
      isAdmitted = true;
    });
    ctx.set("RateLimit-Policy", policy);
    ctx.set("RateLimit", `"calls";r=${decision.remaining};t=${decision.resetSeconds}`);
    return isAdmitted ? decision : refuse(decision);
  };
}
