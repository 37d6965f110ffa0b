import type { Context } from "koa";
import ratelimit from "koa-ratelimit";
import type { Decision, RateLimit } from "./window.js";

/** Counts a call against the quota of `key`, and reports what is left in the response headers. */
export type CountCall = (ctx: Context, key: string, nonce?: string) => Promise<Decision>;

/**
 * A call as koa-ratelimit sees it, in place of a context: it would answer in plain text, by another clock than ours.
 */
interface Counted {
  readonly key: string;
  readonly nonce: string | undefined;
  readonly state: object;
  set(): void;
  decision?: Decision;
  admitted?: boolean;
}

/** Headers as in draft-ietf-httpapi-ratelimit-headers. koa-ratelimit decides, based on our own exact window. */
export function countCalls(window: RateLimit): CountCall {
  const { calls, windowSeconds } = window.quota;
  const policy = `"calls";q=${calls};w=${windowSeconds}`;
  let asking: Counted | undefined;
  const limiter = ratelimit({
    id(call) {
      asking = call as unknown as Counted;
      return asking.key;
    },
    max: calls,
    duration: windowSeconds * 1000,
    disableHeader: true,
    errorMessage: "too many calls",
    db: {
      // Asked in the same turn of the event loop as `id`. Setting up a limiter for each call took 2 % of it.
      async ratelimiter() {
        const call = asking as Counted;
        call.decision = await window.take(call.key, call.nonce);
        return [call.decision.admitted ? call.decision.remaining + 1 : 0, 0, calls];
      },
    },
  });
  return async (ctx, key, nonce) => {
    const call: Counted = { key, nonce, state: {}, set() {} };
    await limiter(call as unknown as Context, async () => {
      call.admitted = true;
    });
    const { decision, admitted = false } = call;
    if (decision?.admitted !== admitted) throw new Error("koa-ratelimit contradicts its window");
    const left = `"calls";r=${decision.remaining};t=${decision.resetSeconds}`;
    ctx.state.rateLimit = ["RateLimit-Policy", policy, "RateLimit", left];
    return decision;
  };
}
