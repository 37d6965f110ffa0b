import { randomUUID } from "node:crypto";
import type { Middleware } from "koa";

/** An API for programs: browsers must not cache, frame or sniff its responses, nor run them as a page. */
export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
};

/** Gives the request its id and the response the headers that every response has. Pages set their own policies. */
export const identifyRequest: Middleware = (ctx, next) => {
  ctx.state.requestId = randomUUID();
  ctx.set("Request-Id", ctx.state.requestId);
  ctx.set(SECURITY_HEADERS);
  return next();
};
