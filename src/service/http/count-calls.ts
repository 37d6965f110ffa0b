import type { Context } from "koa";
import ratelimit from "koa-ratelimit";
import { countedNoun } from "../../ground/text/quote.js";
import { AppError } from "../../proposals/errors/app-error.js";
import type { Decision, RateLimit } from "../rate-limit/window.js";

/** What a request costs and whom, in `ctx.state.charge`. It is spent once. */
export interface Charge {
  /** The quota: that of the agent whose signature verified, else that of the address. */
  readonly key: string;
  /** The nonce of a signed call, which is used up together with the call. */
  readonly nonce?: string;
  isSpent?: true;
  /** The answer of the rate limit, once it is there. */
  decision?: Decision;
}

/** Counts the call, and reports what is left in the headers. Throws `rate-limited`. */
export type CountCall = (ctx: Context, charge: Charge) => Promise<Decision>;

/**
 * koa-ratelimit decides. Our exact window is its `db`, and answers its only command. The headers
 * are those of draft-ietf-httpapi-ratelimit-headers.
 */
export function countCalls(window: RateLimit): CountCall {
  const { calls, windowSeconds } = window.quota;
  const policy = `"calls";q=${calls};w=${windowSeconds}`;
  // koa-ratelimit passes only an id to its db.
  const charges = new Map<string, Charge>();
  const limit = ratelimit({
    id: ({ state }) => state.requestId,
    max: calls,
    duration: windowSeconds * 1000,
    disableHeader: true,
    db: {
      async ratelimiter(id) {
        const charge = charges.get(id.slice("limit:".length)) as Charge;
        charge.decision = await window.decide("count", charge.key, charge.nonce);
        const { admitted, replayed, remaining, resetSeconds } = charge.decision;
        // A replay is not over the limit: our caller refuses it.
        return [
          admitted || replayed ? remaining + 1 : 0,
          Math.ceil(Date.now() / 1000) + resetSeconds,
          calls,
        ];
      },
    },
  });
  return async (ctx, charge) => {
    const { requestId } = ctx.state;
    charge.isSpent = true;
    charges.set(requestId, charge);
    let isAdmitted = false;
    try {
      await limit(ctx, async () => {
        isAdmitted = true;
      });
    } finally {
      charges.delete(requestId);
    }
    const decision = charge.decision as Decision;
    ctx.set("RateLimit-Policy", policy);
    ctx.set("RateLimit", `"calls";r=${decision.remaining};t=${decision.resetSeconds}`);
    if (!isAdmitted) throw overLimit(decision);
    return decision;
  };
}

export function isCounted({ state }: Context): boolean {
  return state.charge?.isSpent === true;
}

/** The refusal of a call. One that is refused while calls are left has one nonce too many. */
export function overLimit({ remaining, resetSeconds }: Decision): AppError {
  const detail = `too many ${remaining > 0 ? "nonces" : "calls"}; wait ${countedNoun(resetSeconds, "second")}`;
  return new AppError("rate-limited", detail, { retryAfterSeconds: resetSeconds });
}
