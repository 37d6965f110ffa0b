import type { RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** The response that is due on a connection, and whether the connection ends with it. */
const due = new WeakMap<Duplex, { readonly response: ServerResponse; isLast: boolean }>();

/**
 * Answers one request of a connection at a time. A client that sends another one before the
 * response gets this response and is disconnected: Node would keep the responses of a thousand
 * requests in one segment for a peer that does not read.
 */
export function answerOneAtATime(handle: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request;
    if (closeAfterResponse(socket)) return;
    due.set(socket, { response, isLast: false });
    response.once("close", () => due.delete(socket));
    handle(request, response);
  };
}

/** Ends a connection after its due response; false if none is due for a whole request. */
export function closeAfterResponse(socket: Socket | Duplex): boolean {
  const last = due.get(socket);
  if (!last?.response.req.complete) return false;
  if (last.isLast) return true;
  last.isLast = true;
  // Nothing that follows is answered, so nothing more has to be read.
  socket.pause();
  const { response } = last;
  if (!response.headersSent) response.setHeader("Connection", "close");
  lingerAtEnd(socket as Socket);
  response.once("close", () => lingeringClose(socket));
  return true;
}

/** Lets a connection linger when Node closes it, by `destroySoon` (decision 11). */
export function lingerAtEnd(socket: Socket): void {
  socket.destroySoon = () => lingeringClose(socket);
}

const LINGER_MS = 1_000;

/**
 * Half-closes the connection now and destroys it a second later. Closing it while the peer is still
 * sending would reset it before the peer has read the response (RFC 9112 §9.6).
 */
export function lingeringClose(socket: Duplex, lastData?: string): void {
  socket.end(lastData);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
