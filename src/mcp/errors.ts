import type { CallToolResult } from "@modelcontextprotocol/server";
import type { AppError } from "../proposals/app-error.js";
import type { ErrorCode } from "../proposals/error-codes.js";
import { ERROR_CODES } from "../proposals/error-codes.js";

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

/** A fault in the use of the protocol rather than of the service: MCP itself says its code, its data and its status. */
export class ProtocolFault extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
    /** In HTTP. Faults that a server finds while it handles a well-formed request are answered with 200. */
    readonly status: 200 | 400 | 404 = 200,
  ) {
    super(message);
  }
}

/** An error of the call as a result that the model sees, so that it can do better: a JSON-RPC error would end at its host. */
export function errorResult({ code, detail, details }: AppError): CallToolResult {
  const { title, remedy } = ERROR_CODES[code];
  const faults = details.errors?.map((fault) => `${fault.pointer || "the arguments"}: ${fault.detail}`) ?? [detail];
  if (details.moreErrors) faults.push(`and ${details.moreErrors} more`);
  // The remedy speaks of a header field, which a model does not see.
  const advice =
    details.retryAfterSeconds === undefined ? remedy : `Call again in ${details.retryAfterSeconds} seconds.`;
  return { isError: true, content: [{ type: "text", text: [`${title}.`, ...faults, advice].join("\n") }] };
}
