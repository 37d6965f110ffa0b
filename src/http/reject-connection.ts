import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { AppError } from "../proposals/app-error.js";
import { lingeringClose } from "./lingering-close.js";
import { problemDocument } from "./problem.js";
import { SECURITY_FIELDS } from "./security-headers.js";

export interface Rejection {
  readonly requestId: string;
  readonly status: number;
  readonly error: string;
}

const rejected = new WeakSet<Duplex>();

/** True where the connection has had its last answer, whatever becomes of a request that was being read from it. */
export function isRejected(socket: Duplex): boolean {
  return rejected.has(socket);
}

/** Answers what never becomes a request of Koa, in the same form as everything else, and closes. */
export function rejectConnection(socket: Duplex, cause: string | undefined, baseUrl: string): Rejection {
  const { status, error } = diagnose(cause);
  const requestId = randomUUID();
  rejected.add(socket);
  lingeringClose(socket, answer(status, error, requestId, baseUrl));
  return { requestId, status, error: error.code };
}

function answer(status: number, error: AppError, requestId: string, baseUrl: string): string {
  const body = JSON.stringify({ ...problemDocument(error, baseUrl, requestId), status });
  const fields = {
    "Request-Id": requestId,
    ...SECURITY_FIELDS,
    "Content-Type": "application/problem+json",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n");
}

function diagnose(cause: string | undefined): { status: number; error: AppError } {
  if (cause === "HPE_HEADER_OVERFLOW")
    return { status: 431, error: new AppError("too-many-headers", "the header fields are too large") };
  if (cause === "ERR_HTTP_REQUEST_TIMEOUT")
    return { status: 408, error: new AppError("invalid-request", "the request did not arrive in time") };
  return { status: 400, error: new AppError("invalid-request", "this is not an HTTP request that is served here") };
}
