import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { afterResponses, oneAtATime } from "./pipeline.js";
import { isRejected, type Rejection, rejectConnection } from "./reject-connection.js";

/** How long a client may hold a connection: 10,000 slow clients are gone in 18 s. */
const CONNECTION_LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 32_768,
};

/** How long a connection may be idle while a response is sent: usually, the client does not read. */
const UNREAD_RESPONSE_MS = 30_000;

/** A server that limits how long slow or broken clients hold a connection. */
export function hardenedServer(baseUrl: () => string, onRejection: (rejection: Rejection) => void): Server {
  const server = createServer({
    ...CONNECTION_LIMITS,
    // Node reads on, 64 KiB at a time, until so much of a body waits. In chunks of one byte, each byte costs as much as
    // a small header, so it must not read twice.
    highWaterMark: 4_096,
    // checkHeaders requires it instead: Node's own error response is not a problem document.
    requireHostHeader: false,
  });
  server.timeout = UNREAD_RESPONSE_MS;
  const reject = (socket: Duplex, cause?: string) => {
    if (socket.writable) onRejection(rejectConnection(socket, cause, baseUrl()));
  };
  server.on("clientError", ({ code }: NodeJS.ErrnoException, socket: Duplex) => {
    if (code === "ECONNRESET") socket.destroy();
    // A connection is rejected once, even if more arrives during the lingering close.
    else if (!isRejected(socket)) afterResponses(socket, () => reject(socket, code));
  });
  // Node would close the connection silently, and it removes its own error handler from the socket.
  server.on("connect", (_, socket) => {
    socket.on("error", () => socket.destroy());
    afterResponses(socket, () => reject(socket));
  });
  // RFC 9110 §10.1.1: an unknown expectation may be ignored. Node would answer 417 without a body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  // readBody sends the 100, so that a client whose call is refused never has to send its body.
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
  return server;
}

export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

interface Drain {
  readonly draining: boolean;
  /** Resolves when the last request in flight is answered. */
  finish(): Promise<void>;
}

/**
 * Stops without failing a request: turns unready, so that the load balancer goes elsewhere; closes each connection
 * after its last response; then finishes the requests in flight. `server.close()` alone caused 502s behind a proxy.
 */
export function drainable(server: Server, handle: RequestListener, graceMs: number): Drain {
  let draining = false;
  server.on("request", oneAtATime(handle));
  return {
    get draining() {
      return draining;
    },
    async finish() {
      draining = true;
      await pause(graceMs);
      // Timers run before sockets are read: a request that just arrived on an idle connection would be dropped.
      await nextTurn();
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      const deadline = setTimeout(() => server.closeAllConnections(), 5_000);
      await closed;
      clearTimeout(deadline);
    },
  };
}
