import type { Middleware } from "koa";

/** An API for programs: no answer is to be framed, sniffed, cached or run as a page. */
export const SECURITY_FIELDS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
};

export function securityHeaders(): Middleware {
  return (ctx, next) => {
    ctx.set(SECURITY_FIELDS);
    return next();
  };
}
