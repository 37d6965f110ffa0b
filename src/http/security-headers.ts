import type { Middleware } from "koa";

/** An API for programs: no answer is to be framed, sniffed, cached or run as a page. */
export function securityHeaders(): Middleware {
  return (ctx, next) => {
    ctx.set("X-Content-Type-Options", "nosniff");
    ctx.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    ctx.set("Cache-Control", "no-store");
    return next();
  };
}
