import { type CallToolResult, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isObject } from "../json/value.js";
import type { AppError, EnvelopeError } from "../proposals/app-error.js";
import type { ErrorCode } from "../proposals/error-codes.js";
import { ERROR_CODES } from "../proposals/error-codes.js";
import { fixIn, patchIn } from "./report.js";

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

/** Of an id, which every response repeats. */
const MAX_ID_LENGTH = 256;

export function hasLongId(message: unknown): boolean {
  return isObject(message) && typeof message.id === "string" && message.id.length > MAX_ID_LENGTH;
}

export function rpcError(message: unknown, error: RpcError["error"]): RpcError {
  const id = isObject(message) && !hasLongId(message) ? message.id : null;
  return { jsonrpc: "2.0", id: typeof id === "string" || typeof id === "number" ? id : null, error };
}

/** The error response for a call that is refused before it reaches a tool. */
export function toRpcError(message: unknown, { code, detail, details }: AppError, requestId?: string): RpcError {
  const { errors, moreErrors } = details;
  const data = { code, ...(requestId && { requestId }), ...(errors && { errors }), ...(moreErrors && { moreErrors }) };
  return rpcError(message, { code: CODES[code] ?? SERVER_ERROR, message: detail, data });
}

/** A misuse of the protocol rather than of the service: MCP defines its code, data and status. */
export class ProtocolError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
    /** The HTTP status. Errors found while handling a well-formed request get 200. */
    readonly status: 200 | 400 | 404 = 200,
  ) {
    super(message);
  }
}

export function invalidParams(message: string, data?: unknown): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
}

const GET_A_KEY = [
  "Ask your user for a key of the identity service; it starts with ai_.",
  "The user adds it to the configuration of the MCP client, as a header of this server:",
  '"headers": { "Authorization": "Bearer ai_…" }. listDomains needs no key.',
].join(" ");

const ADVICE: Partial<Record<ErrorCode, string>> = {
  "missing-credentials": GET_A_KEY,
  "invalid-credentials": GET_A_KEY,
};

function lineOf({ pointer, detail, fixes = [] }: EnvelopeError): string {
  return `${pointer || "the arguments"}: ${detail}${fixIn(fixes)}`;
}

/** An error as a tool result, which the model sees and can act on: a JSON-RPC error would only reach its host. */
export function errorResult({ code, detail, details }: AppError, wrongArguments?: string): CallToolResult {
  const { title, remedy } = ERROR_CODES[code];
  const lines = details.errors?.map(lineOf) ?? [detail];
  if (details.moreErrors) lines.push(`and ${details.moreErrors} more`);
  const remedyFor = code === "invalid-request" ? (wrongArguments ?? remedy) : (ADVICE[code] ?? remedy);
  // The remedy refers to headers, which a model does not see.
  const advice =
    details.retryAfterSeconds === undefined ? remedyFor : `Call again in ${details.retryAfterSeconds} seconds.`;
  // As a whole: the text is all that a client gets of an error.
  const repair = details.omitted?.includes("repair")
    ? ["The repair is too large for a response."]
    : patchIn(details.repair);
  return { isError: true, content: [{ type: "text", text: [`${title}.`, ...lines, advice, ...repair].join("\n") }] };
}
