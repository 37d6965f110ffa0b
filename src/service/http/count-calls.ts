import type { Context } from "koa";
import ratelimit from "koa-ratelimit";
import type { Decision, RateLimit } from "../rate-limit/window.js";

/** Counts a call against the quota of `key`, and reports what is left in the response headers. */
export type CountCall = (ctx: Context, key: string, nonce?: string) => Promise<Decision>;

/** A call that koa-ratelimit decides about. */
interface Counted {
  readonly key: string;
  readonly nonce: string | undefined;
  decision?: Decision;
}

/**
 * koa-ratelimit decides. Our exact window is its `db`, and answers its only command. The headers are those of
 * draft-ietf-httpapi-ratelimit-headers. `refuse` throws the error for a call over the limit.
 */
export function countCalls(window: RateLimit, refuse: (decision: Decision) => never): CountCall {
  const { calls, windowSeconds } = window.quota;
  const policy = `"calls";q=${calls};w=${windowSeconds}`;
  // koa-ratelimit passes only an id to its db. A db for each call would take 5 % more CPU time.
  const byRequest = new Map<string, Counted>();
  const limit = ratelimit({
    id: ({ state }) => state.requestId,
    max: calls,
    duration: windowSeconds * 1000,
    disableHeader: true,
    db: {
      async ratelimiter(id) {
        const call = byRequest.get(id.slice("limit:".length)) as Counted;
        call.decision = await window.decide("count", call.key, call.nonce);
        const { admitted, replayed, remaining, resetSeconds } = call.decision;
        // A replay is not over the limit: our caller refuses it, since it does not come from the holder of the key.
        return [admitted || replayed ? remaining + 1 : 0, Math.ceil(Date.now() / 1000) + resetSeconds, calls];
      },
    },
  });
  return async (ctx, key, nonce) => {
    const call: Counted = { key, nonce };
    const { requestId } = ctx.state;
    ctx.state.countedFor = key;
    byRequest.set(requestId, call);
    let isAdmitted = false;
    try {
      await limit(ctx, async () => {
        isAdmitted = true;
      });
    } finally {
      byRequest.delete(requestId);
    }
    const decision = call.decision as Decision;
    ctx.set("RateLimit-Policy", policy);
    ctx.set("RateLimit", `"calls";r=${decision.remaining};t=${decision.resetSeconds}`);
    return isAdmitted ? decision : refuse(decision);
  };
}
