import type { Duplex } from "node:stream";
import type { Context, Middleware } from "koa";
import { BODY_LIMIT } from "../proposals/request.js";

const LINGER_MS = 1_000;

/**
 * Ends our side now and the connection a moment later. To close while the other side still sends is to reset: it would
 * fail in the middle of sending, before it has read the answer (RFC 9112 §9.6). Who never closes is not waited for.
 */
export function lingeringClose(socket: Duplex, last?: string): void {
  socket.end(last);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

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
  req.socket.destroySoon = () => lingeringClose(req.socket);
}
