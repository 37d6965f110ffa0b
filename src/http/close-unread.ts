import type { Middleware } from "koa";
import { BODY_LIMIT } from "../proposals/request.js";

/** Node reads and throws away the rest of a body that nobody wanted, 50 MB if need be, unless the answer closes. */
export function closeUnread(): Middleware {
  return async (ctx, next) => {
    await next();
    const { "content-length": length = 0, "transfer-encoding": encoding } = ctx.req.headers;
    const isLong = encoding !== undefined || Number(length) > BODY_LIMIT;
    if (isLong && !ctx.req.complete) ctx.set("Connection", "close");
  };
}
