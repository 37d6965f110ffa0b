import type { Context, Middleware } from "koa";
import { BODY_LIMIT } from "../proposals/request.js";
import { linger } from "./linger.js";

/** Node reads and throws away the rest of a body that nobody wanted, 50 MB if need be, unless the answer closes. */
export function closeUnread(): Middleware {
  return (ctx, next) => {
    const { "content-length": length = 0, "transfer-encoding": encoding } = ctx.req.headers;
    const isLong = encoding !== undefined || Number(length) > BODY_LIMIT;
    return isLong ? next().then(() => closeIfUnread(ctx)) : next();
  };
}

function closeIfUnread(ctx: Context): void {
  const { req } = ctx;
  if (req.complete) return;
  ctx.set("Connection", "close");
  // Begun and left alone, a body stays in the kernels' buffers; one that was never begun would be thrown away to its end.
  req.read();
  // What Node calls when the answer is written.
  req.socket.destroySoon = () => linger(req.socket);
}
