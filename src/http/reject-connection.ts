import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { AppError } from "../proposals/app-error.js";
import { lingeringClose } from "./close-connection.js";
import { SECURITY_HEADERS } from "./identify-request.js";
import { problemDocument } from "./problem.js";

export interface Rejection {
  readonly requestId: string;
  readonly status: number;
  readonly error: string;
}

const rejected = new WeakSet<Duplex>();

/** Whether the connection was rejected: a request that was still being read from it gets no other response. */
export function isRejected(socket: Duplex): boolean {
  return rejected.has(socket);
}

/** Answers a connection that never yields a Koa request with a problem document, and closes it. */
export function rejectConnection(socket: Duplex, cause: string | undefined, baseUrl: string): Rejection {
  const { status, error } = diagnose(cause);
  const requestId = randomUUID();
  rejected.add(socket);
  lingeringClose(socket, formatResponse(status, error, requestId, baseUrl));
  return { requestId, status, error: error.code };
}

function formatResponse(status: number, error: AppError, requestId: string, baseUrl: string): string {
  const body = JSON.stringify({ ...problemDocument(error, baseUrl, requestId), status });
  const headers = {
    "Request-Id": requestId,
    ...SECURITY_HEADERS,
    "Content-Type": "application/problem+json",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n");
}

function diagnose(cause: string | undefined): { status: number; error: AppError } {
  if (cause === "HPE_HEADER_OVERFLOW")
    return { status: 431, error: new AppError("too-many-headers", "the headers are too large; send at most 32 KiB") };
  if (cause === "ERR_HTTP_REQUEST_TIMEOUT")
    return { status: 408, error: new AppError("invalid-request", "the request did not arrive in time; send it again") };
  // CONNECT is well-formed, but there is nothing to tunnel to.
  const detail = "malformed or unsupported HTTP request; send an HTTP/1.1 request";
  return { status: 400, error: new AppError("invalid-request", detail) };
}
