import type { ErrorCode } from "../../errors/error-codes.js";
import type { JsonObject } from "../../json/value.js";
import { BODY_LIMIT } from "../../proposals/request.js";
import { open, ref } from "../../proposals/schemas.js";
import { headers, jsonContent, type Responses } from "./responses.js";

/** Errors with an HTTP status of their own. Problems with a proposal are part of the tool's result. */
const CODES: ErrorCode[] = [
  "malformed-json",
  "unacceptable-json",
  "ambiguous-credentials",
  "invalid-credentials",
  "capability-not-granted",
  "origin-not-allowed",
  "body-too-large",
  "unsupported-media-type",
  "rate-limited",
  "identity-unavailable",
];

const LIST_DOMAINS = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "listDomains", arguments: {} } };

const requestId = { headers: headers(["Request-Id"]) };

/** The MCP endpoint as seen from HTTP. MCP itself describes the messages. */
export function mcpPath(responses: Responses): JsonObject {
  const described = responses.of({
    group: "Mcp",
    description: "The result, or a JSON-RPC error of the protocol.",
    content: jsonContent("RpcAnswer"),
    codes: CODES,
    failure: { description: "A JSON-RPC error; `data.code` says which.", content: jsonContent("RpcError") },
  });
  return {
    "/mcp": {
      post: {
        operationId: "callMcp",
        summary: "The same operations as tools of the Model Context Protocol",
        description: [
          "Stateless Streamable HTTP: one message in, one message out.",
          "`tools/call` counts against the rate limit; two of the three tools need a key.",
          "Without a valid one, their result has `isError` and says how to get and send a key.",
          `The body may have at most ${BODY_LIMIT} bytes.`,
        ].join(" "),
        tags: ["mcp"],
        security: [{}, { bearer: [] }],
        requestBody: { required: true, content: jsonContent("RpcMessage", { listDomains: { value: LIST_DOMAINS } }) },
        responses: {
          ...described,
          "202": { description: "Accepted: a notification or a response, which gets no answer.", ...requestId },
          "404": {
            description: "Revision 2026-07-28 has no such method.",
            ...requestId,
            content: jsonContent("RpcError"),
          },
        },
      },
    },
  };
}

const message = (required: string[], properties: JsonObject): JsonObject => ({
  type: "object",
  required: ["jsonrpc", ...required],
  properties: { jsonrpc: { type: "string", const: "2.0" }, ...properties },
});

/** The JSON-RPC 2.0 messages of the MCP endpoint. */
export const RPC_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  RpcMessage: {
    description: "One message. An array of messages is refused.",
    ...message(["method"], {
      id: { type: ["string", "number"], description: "Absent in a notification." },
      method: { type: "string" },
      params: open("The parameters of the method."),
    }),
  },
  RpcAnswer: {
    oneOf: [
      message(["id", "result"], { id: { type: ["string", "number"] }, result: open("The result of the method.") }),
      ref("RpcError"),
    ],
  },
  RpcError: message(["id", "error"], {
    id: { type: ["string", "number", "null"] },
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "integer" },
        message: { type: "string" },
        data: {
          type: "object",
          properties: {
            code: ref("ErrorCode"),
            requestId: { type: "string" },
          },
        },
      },
    },
  }),
};
