import type { Duplex } from "node:stream";
import type { Context } from "koa";
import { BODY_LIMIT } from "../proposals/request.js";

const LINGER_MS = 1_000;

/**
 * Half-closes the connection now and destroys it a second later, in case the peer never closes. Closing it while the
 * peer is still sending would reset it: the peer would fail before reading the response (RFC 9112 §9.6).
 */
export function lingeringClose(socket: Duplex, lastData?: string): void {
  socket.end(lastData);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Closes the connection if a long body was left unread. Node would read and discard the rest, even 50 MB. */
export function closeIfUnread(ctx: Context): void {
  const { req } = ctx;
  if (req.complete) return;
  const { "content-length": length = 0, "transfer-encoding": encoding } = req.headers;
  if (encoding === undefined && Number(length) <= BODY_LIMIT) return;
  ctx.set("Connection", "close");
  // Once started, an unread body stays in the kernels' buffers. Node reads one that was never started to its end.
  req.read();
  // Node calls this once the response is written.
  req.socket.destroySoon = () => lingeringClose(req.socket);
}
