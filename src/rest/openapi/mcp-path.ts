import type { JsonObject } from "../../json/value.js";
import type { ErrorCode } from "../../proposals/error-codes.js";
import { BODY_LIMIT } from "../../proposals/request.js";
import { answers, HEADER_FIELDS, jsonContent } from "./answers.js";

/** What is answered as an HTTP status at this door; what is wrong with a proposal is a result of the tool. */
const CODES: ErrorCode[] = [
  "malformed-json",
  "unacceptable-json",
  "ambiguous-credentials",
  "missing-credentials",
  "invalid-credentials",
  "capability-not-granted",
  "origin-not-allowed",
  "body-too-large",
  "unsupported-media-type",
  "rate-limited",
  "identity-unavailable",
];

const LIST_DOMAINS = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "listDomains", arguments: {} } };

const requestId = { headers: { "Request-Id": { ...HEADER_FIELDS["Request-Id"], required: true } } };

/** The other door as it looks from HTTP. What goes on inside, its own protocol describes. */
export function mcpPath(baseUrl: string): JsonObject {
  const responses = answers(baseUrl, {
    description: "The result, or the JSON-RPC error that the protocol has for it.",
    content: jsonContent("RpcAnswer"),
    codes: CODES,
    errorContent: () => jsonContent("RpcError"),
  });
  return {
    "/mcp": {
      post: {
        operationId: "callMcp",
        summary: "The same operations as tools of the Model Context Protocol",
        description: `Stateless Streamable HTTP: one message in, one out. \`tools/call\` is counted against the call rate; two of the three tools need a key. The body has at most ${BODY_LIMIT} bytes.`,
        tags: ["mcp"],
        security: [{}, { bearer: [] }, { agentProxy: [] }],
        requestBody: { required: true, content: jsonContent("RpcMessage", { listDomains: LIST_DOMAINS }) },
        responses: {
          ...responses,
          "202": { description: "Nothing to answer: a notification or a response.", ...requestId },
          "404": {
            description: "There is no such method in revision 2026-07-28.",
            ...requestId,
            content: jsonContent("RpcError"),
          },
        },
      },
    },
  };
}
