import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Context, Middleware } from "koa";
import { AppError } from "../../proposals/errors/app-error.js";
import type { ErrorCode } from "../../proposals/errors/error-codes.js";
import { BODY_LIMIT } from "../../proposals/request.js";
import { SECURITY_HEADERS } from "./headers.js";
import { closeAfterResponse, lingerAtEnd, lingeringClose } from "./pipeline.js";
import { problemDocument } from "./problem.js";

/** How long a client may hold a connection. */
const CONNECTION_LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
};

/** For a client that does not read its response. */
const UNREAD_RESPONSE_MS = 30_000;
/** How long a stop waits for requests in flight; `STOP_LIMIT_MS` in serve.ts counts on it. */
const MAX_IN_FLIGHT_MS = 5_000;

/** A server that limits how long slow or broken clients hold a connection. */
export function hardenedServer(
  baseUrl: () => string,
  onRejected = (_: RejectedConnection) => {},
): Server {
  const server = createServer({
    ...CONNECTION_LIMITS,
    // Node stops reading a connection once this many bytes of a body wait: chunks of one byte each
    // cost as much as a small header.
    highWaterMark: 4_096,
    // checkHeaders requires it: Node's own error response is not a problem document.
    requireHostHeader: false,
  });
  server.timeout = UNREAD_RESPONSE_MS;
  // A connection is rejected once, even if more arrives during the lingering close.
  const reject = (socket: Duplex, cause = "") => {
    if (socket.writable) onRejected(rejectConnection(socket, cause, baseUrl()));
  };
  server.on("clientError", ({ code }: NodeJS.ErrnoException, socket: Duplex) => {
    if (code === "ECONNRESET") socket.destroy();
    else if (!closeAfterResponse(socket)) reject(socket, code);
  });
  // Node would close the connection silently, and removes its error handler from the socket.
  server.on("connect", (_, socket) => {
    socket.on("error", () => socket.destroy());
    if (!closeAfterResponse(socket)) reject(socket);
  });
  // RFC 9110 §10.1.1: an unknown expectation may be ignored.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  // readBody sends the 100, so a client whose call is refused never has to send its body.
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
  return server;
}

const OWN_ADDRESS = "use an address of this machine";
const REMEDIES: Readonly<Record<string, string>> = {
  EADDRINUSE: "choose another port, or stop the process that uses it",
  EACCES: "choose port 1024 or above, or grant permission for this one",
  EADDRNOTAVAIL: OWN_ADDRESS,
  ENOTFOUND: OWN_ADDRESS,
};

/** Resolves to the port. Rejects with what to do; `variable` has the port. */
export async function listen(
  server: Server,
  port: number,
  host: string,
  variable: string,
): Promise<number> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (cause) {
    const { code = "", message } = cause as NodeJS.ErrnoException;
    const remedy = REMEDIES[code];
    // "listen EADDRINUSE: address already in use 127.0.0.1:8080"
    const reason = message.replace(/^\w+ E\w+: /, "");
    const named = `${remedy === OWN_ADDRESS ? "HOST" : variable}: ${reason}`;
    throw new Error(remedy ? `${named}; ${remedy}` : named, { cause });
  }
  return (server.address() as AddressInfo).port;
}

/**
 * Stops without failing a request: turns unready, so the load balancer goes elsewhere; closes each
 * connection after its last response; then finishes the requests in flight.
 */
export class Drain {
  isDraining = false;

  constructor(
    private readonly server: Server,
    private readonly graceMs: number,
  ) {}

  /** Resolves when the last request in flight is answered. */
  async finish(): Promise<void> {
    this.isDraining = true;
    await pause(this.graceMs);
    // Timers run before sockets are read: a request that just arrived would be dropped.
    await nextTurn();
    const closed = once(this.server, "close");
    this.server.close();
    this.server.closeIdleConnections();
    const deadline = setTimeout(() => this.server.closeAllConnections(), MAX_IN_FLIGHT_MS);
    await closed;
    clearTimeout(deadline);
  }

  /**
   * Closes the connection after a response that leaves a long body unread, and after every response
   * while the service stops.
   */
  readonly closeConnections: Middleware = async (ctx, next) => {
    await next();
    closeIfUnread(ctx);
    if (this.isDraining) ctx.set("Connection", "close");
  };
}

export interface RejectedConnection {
  readonly requestId: string;
  readonly status: number;
  readonly error: string;
}

/** By the code of Node's error. */
const CONNECTION_ERRORS: Readonly<
  Record<string, readonly [status: number, code: ErrorCode, detail: string]>
> = {
  HPE_HEADER_OVERFLOW: [
    431,
    "too-many-headers",
    "the request line and headers are too large together; send at most 16 KiB",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    "invalid-request",
    "the request did not arrive in time; send it again",
  ],
};
/** Also for CONNECT, which Node accepts. */
const OTHER_ERROR = [
  400,
  "invalid-request",
  "malformed or unsupported HTTP request; send an HTTP/1.1 request",
] as const;

/** Answers a connection that never yields a request with a problem document, and closes it. */
function rejectConnection(socket: Duplex, cause: string, baseUrl: string): RejectedConnection {
  const [status, error, detail] = CONNECTION_ERRORS[cause] ?? OTHER_ERROR;
  const requestId = randomUUID();
  const body = JSON.stringify({
    ...problemDocument(new AppError(error, detail), baseUrl, requestId),
    status,
  });
  const headers = {
    "Request-Id": requestId,
    ...SECURITY_HEADERS,
    "Content-Type": "application/problem+json",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  lingeringClose(
    socket,
    [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"),
  );
  return { requestId, status, error };
}

/** Node would read and discard the rest of a body, even 50 MB. */
function closeIfUnread(ctx: Context): void {
  const { req } = ctx;
  if (req.complete) return;
  const { "content-length": length = 0, "transfer-encoding": encoding } = req.headers;
  const isLong = encoding !== undefined || Number(length) > BODY_LIMIT;
  if (!isLong && ctx.response.get("Connection") !== "close") return;
  ctx.set("Connection", "close");
  // Node reads an unread body to its end, unless reading was started.
  req.read();
  lingerAtEnd(req.socket);
}
