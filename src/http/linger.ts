import type { Duplex } from "node:stream";

const LINGER_MS = 1_000;

/**
 * Ends our side now and the connection a moment later. To close while the other side still sends is to reset: it would
 * fail in the middle of sending, before it has read the answer (RFC 9112 §9.6). Who never closes is not waited for.
 */
export function linger(socket: Duplex, last?: string): void {
  socket.end(last);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
