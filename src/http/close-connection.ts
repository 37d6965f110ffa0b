import type { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context, Middleware } from "koa";
import { BODY_LIMIT } from "../proposals/request.js";
import { hasMoreRequests } from "./pipeline.js";

const LINGER_MS = 1_000;

/**
 * Half-closes the connection now and destroys it a second later, in case the peer never closes. Closing it while the
 * peer is still sending would reset it: the peer would fail before reading the response (RFC 9112 §9.6).
 */
export function lingeringClose(socket: Duplex, lastData?: string): void {
  socket.end(lastData);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/**
 * Closes the connection after a response that leaves a long body unread, and after the last response of a connection
 * while the service stops. Node drops requests that follow a response with `Connection: close`, so the last one is
 * known only in the next turn, when all requests that had already arrived are parsed.
 */
export function closeConnections(draining: () => boolean): Middleware {
  return async (ctx, next) => {
    await next();
    closeIfUnread(ctx);
    if (!draining()) return;
    await nextTurn();
    if (!hasMoreRequests(ctx.req.socket)) ctx.set("Connection", "close");
  };
}

/** Node would read and discard the rest of a body, even 50 MB. */
function closeIfUnread(ctx: Context): void {
  const { req } = ctx;
  if (req.complete) return;
  const { "content-length": length = 0, "transfer-encoding": encoding } = req.headers;
  const isLong = encoding !== undefined || Number(length) > BODY_LIMIT;
  if (!isLong && ctx.response.get("Connection") !== "close") return;
  ctx.set("Connection", "close");
  // Node reads an unread body to its end, unless reading was started: then the rest stays in the buffers of the
  // kernel.
  req.read();
  // Node calls this once the response is written.
  req.socket.destroySoon = () => lingeringClose(req.socket);
}
