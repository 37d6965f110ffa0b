import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { countedNoun } from "../../ground/text/quote.js";
import type { AppError } from "../../proposals/errors/app-error.js";
import { ERROR_CODES } from "../../proposals/errors/error-codes.js";
import { describePatch, writeFix } from "../../proposals/report-text.js";

export function invalidParams(message: string, data?: unknown): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
}

const GET_A_KEY = [
  "Ask your user for a key of the identity service; it starts with ai_.",
  "The user adds it to the configuration of the MCP client, as a header of this server:",
  '"headers": { "Authorization": "Bearer ai_…" }. listDomains needs no key.',
].join(" ");

/** An error as a tool result, which the model sees: a JSON-RPC error would only reach its host. */
export function errorResult(
  { code, detail, details }: AppError,
  argumentAdvice?: string,
): CallToolResult {
  const { title, remedy } = ERROR_CODES[code];
  const isKeyRefused = code === "missing-credentials" || code === "invalid-credentials";
  const lines = details.errors?.map(
    ({ pointer, detail, fixes = [] }) =>
      `${pointer || "the arguments"}: ${detail}${writeFix(fixes)}`,
  ) ?? [detail];
  if (details.moreErrors) lines.push(`and ${details.moreErrors} more`);
  const remedyFor = isKeyRefused
    ? GET_A_KEY
    : (code === "invalid-request" && argumentAdvice) || remedy;
  // The remedy refers to headers, which a model does not see.
  const advice =
    details.retryAfterSeconds === undefined
      ? remedyFor
      : `Call again in ${countedNoun(details.retryAfterSeconds, "second")}.`;
  const omitted = details.omitted?.includes("repair")
    ? ["The repair is too large for a response."]
    : [];
  const repair = details.repair ? describePatch(details.repair) : omitted;
  return {
    isError: true,
    content: [{ type: "text", text: [`${title}.`, ...lines, advice, ...repair].join("\n") }],
  };
}
