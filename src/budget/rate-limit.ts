import type { Context, Middleware } from "koa";
import ratelimit from "koa-ratelimit";
import type { Budget } from "./window.js";

interface RateLimitOptions {
  /** Whose budget the call is taken from; undefined: the call is not counted. */
  keyOf: (ctx: Context) => string | undefined;
  /** Answers a refused call, or throws what will answer it. Status 429 and `Retry-After` are set already. */
  onRefused: (ctx: Context, retryAfterSeconds: number) => void | Promise<void>;
}

/** Counts each call against its caller's budget and says so by the fields of draft-ietf-httpapi-ratelimit-headers. */
export function rateLimit(budget: Budget, { keyOf, onRefused }: RateLimitOptions): Middleware {
  const { calls, windowSeconds } = budget.quota;

  return async (ctx, next) => {
    const key = keyOf(ctx);
    if (key === undefined) return next();
    let retryAfter: number | undefined;
    // A limiter for each call, because koa-ratelimit does not tell its `db` which request it asks for.
    const limiter = ratelimit({
      id: () => key,
      max: calls,
      duration: windowSeconds * 1000,
      disableHeader: true,
      errorMessage: "too many calls",
      db: {
        async ratelimiter() {
          const { admitted, remaining, resetSeconds } = await budget.take(key);
          ctx.set("RateLimit-Policy", `"calls";q=${calls};w=${windowSeconds}`);
          ctx.set("RateLimit", `"calls";r=${remaining};t=${resetSeconds}`);
          if (!admitted) retryAfter = resetSeconds;
          return [admitted ? remaining + 1 : 0, 0, calls];
        },
      },
    });
    await limiter(ctx, next);
    if (retryAfter === undefined) return;
    // It answers in plain text, and rounds Retry-After down by our own clock: the door has the last word.
    ctx.body = null;
    ctx.status = 429;
    ctx.set("Retry-After", String(retryAfter));
    await onRefused(ctx, retryAfter);
  };
}
