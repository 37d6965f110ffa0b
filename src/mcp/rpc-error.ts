import type { AppError } from "../proposals/app-error.js";
import type { ErrorCode } from "../proposals/error-codes.js";

export interface RpcError {
  jsonrpc: "2.0";
  /** Null where the id could not be read (JSON-RPC 2.0 §5). */
  id: string | number | null;
  error: { code: number; message: string; data?: unknown };
}

/** What JSON-RPC 2.0 §5.1 has a code for; the rest is of its range for servers, told apart by `data.code`. */
const CODES: Partial<Record<ErrorCode, number>> = {
  "malformed-json": -32700,
  "unacceptable-json": -32600,
  "invalid-request": -32600,
  "internal-error": -32603,
};
const SERVER_ERROR = -32000;

export function rpcError(message: unknown, error: RpcError["error"]): RpcError {
  const id = typeof message === "object" && message !== null && "id" in message ? message.id : null;
  return { jsonrpc: "2.0", id: typeof id === "string" || typeof id === "number" ? id : null, error };
}

/** The error of a call that is refused before it gets to a tool. */
export function refusal(message: unknown, { code, detail, details }: AppError, requestId: string): RpcError {
  const { errors, moreErrors } = details;
  const data = { code, requestId, ...(errors && { errors }), ...(moreErrors && { moreErrors }) };
  return rpcError(message, { code: CODES[code] ?? SERVER_ERROR, message: detail, data });
}
