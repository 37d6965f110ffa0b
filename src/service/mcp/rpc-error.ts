import type { Context } from "koa";
import type { AppError } from "../../proposals/errors/app-error.js";
import type { ErrorCode } from "../../proposals/errors/error-codes.js";
import type { MessageId } from "./read-message.js";

/** JSON-RPC 2.0 §5.1. All other errors share one code and differ in `data.code`. */
const CODES: Partial<Record<ErrorCode, number>> = {
  "malformed-json": -32700,
  "unacceptable-json": -32600,
  "invalid-request": -32600,
  "internal-error": -32603,
};
const SERVER_ERROR = -32000;

interface RpcError {
  readonly jsonrpc: "2.0";
  readonly id: MessageId;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export function rpcError(id: MessageId | undefined, error: RpcError["error"]): RpcError {
  return { jsonrpc: "2.0", id: id ?? null, error };
}

export function toRpcError(
  id: MessageId | undefined,
  { code, detail, details }: AppError,
  requestId?: string,
): RpcError {
  const { errors, moreErrors } = details;
  const data = {
    code,
    ...(requestId && { requestId }),
    ...(errors && { errors }),
    ...(moreErrors && { moreErrors }),
  };
  return rpcError(id, { code: CODES[code] ?? SERVER_ERROR, message: detail, data });
}

export function writeRpcError(ctx: Context, error: AppError): void {
  ctx.body = toRpcError(ctx.state.message?.id, error, ctx.state.requestId);
}
