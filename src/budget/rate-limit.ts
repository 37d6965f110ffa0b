import type { Context, Middleware } from "koa";
import ratelimit from "koa-ratelimit";
import type { Ticket } from "./ticket.js";
import type { Budget } from "./window.js";

interface RateLimitOptions {
  /** Whose budget the call is taken from; undefined: the call is not counted. */
  keyOf: (ctx: Context) => string | undefined;
  /** Answers a refused call, or throws what will answer it. Status 429 and `Retry-After` are set already. */
  onRefused: (ctx: Context, retryAfterSeconds: number) => void | Promise<void>;
}

// koa-ratelimit writes three fields: under one name the last, the total, stands. Its async-ratelimiter puts a prefix before
// the key.
const FIELD = "RateLimit";
const PREFIX = "limit:";

/** Counts each call against its caller's budget and says so by the fields of draft-ietf-httpapi-ratelimit-headers. */
export function rateLimit(budget: Budget, { keyOf, onRefused }: RateLimitOptions): Middleware {
  const { calls, windowSeconds } = budget.quota;
  const policy = `"calls";q=${calls};w=${windowSeconds}`;
  const limiter = ratelimit({
    id: (ctx) => keyOf(ctx) ?? false,
    max: calls,
    duration: windowSeconds * 1000,
    headers: { remaining: FIELD, reset: FIELD, total: FIELD },
    errorMessage: "too many calls",
    db: {
      async ratelimiter(key) {
        const ticket = await budget.take(key.slice(PREFIX.length));
        return [ticket.admitted ? ticket.remaining + 1 : 0, 0, new Total(ticket)];
      },
    },
  });

  return async (ctx, next) => {
    if (keyOf(ctx) !== undefined) ctx.set("RateLimit-Policy", policy);
    await limiter(ctx, next);
    const refused = ctx.state.rateLimit as { headers: { [FIELD]: Total } } | undefined;
    if (refused === undefined) return;
    // It answers in plain text, and reckons Retry-After by a clock that is not the window's: the door has the last word.
    const { resetSeconds } = refused.headers[FIELD].ticket;
    ctx.body = null;
    ctx.status = 429;
    ctx.set("Retry-After", String(resetSeconds));
    await onRefused(ctx, resetSeconds);
  };
}

/** What koa-ratelimit takes for a total and writes as it is. */
class Total {
  constructor(readonly ticket: Ticket) {}

  toString(): string {
    return `"calls";r=${this.ticket.remaining};t=${this.ticket.resetSeconds}`;
  }
}
