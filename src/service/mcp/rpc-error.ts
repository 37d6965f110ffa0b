import type { Context } from "koa";
import { isObject } from "../../ground/json/value.js";
import type { AppError } from "../../proposals/errors/app-error.js";
import type { ErrorCode } from "../../proposals/errors/error-codes.js";
import { MAX_ID_LENGTH } from "./read-id.js";

export interface RpcError {
  jsonrpc: "2.0";
  /** Null if the id could not be read (JSON-RPC 2.0 §5). */
  id: string | number | null;
  error: { code: number; message: string; data?: unknown };
}

/** The codes of JSON-RPC 2.0 §5.1. All other errors share one code of the server range and differ in `data.code`. */
const CODES: Partial<Record<ErrorCode, number>> = {
  "malformed-json": -32700,
  "unacceptable-json": -32600,
  "invalid-request": -32600,
  "internal-error": -32603,
};
const SERVER_ERROR = -32000;

export function hasLongId(message: unknown): boolean {
  return isObject(message) && typeof message.id === "string" && message.id.length > MAX_ID_LENGTH;
}

/** The id of a message, as an error repeats it. */
export function readMessageId(message: unknown): RpcError["id"] {
  const id = isObject(message) && !hasLongId(message) ? message.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

export function rpcError(message: unknown, error: RpcError["error"]): RpcError {
  return { jsonrpc: "2.0", id: readMessageId(message), error };
}

/** The error response for a call that is refused before it reaches a tool. */
export function toRpcError(message: unknown, { code, detail, details }: AppError, requestId?: string): RpcError {
  const { errors, moreErrors } = details;
  const data = { code, ...(requestId && { requestId }), ...(errors && { errors }), ...(moreErrors && { moreErrors }) };
  return rpcError(message, { code: CODES[code] ?? SERVER_ERROR, message: detail, data });
}

/** Writes the error of a request that is refused before its message is handled. */
export function writeRpcError(ctx: Context, error: AppError): void {
  ctx.body = toRpcError(ctx.state.message, error, ctx.state.requestId);
}
