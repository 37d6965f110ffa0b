import type { JsonObject } from "../../json/value.js";
import { ERROR_CODES } from "../../proposals/error-codes.js";

const message = (required: string[], properties: JsonObject): JsonObject => ({
  type: "object",
  required: ["jsonrpc", ...required],
  properties: { jsonrpc: { const: "2.0" }, ...properties },
});

/** The JSON-RPC 2.0 messages of the MCP endpoint. */
export const RPC_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  RpcMessage: {
    description: "One message. An array of messages is refused.",
    ...message(["method"], {
      id: { type: ["string", "number"], description: "Absent in a notification." },
      method: { type: "string" },
      params: { type: "object" },
    }),
  },
  RpcAnswer: {
    oneOf: [
      message(["id", "result"], { id: { type: ["string", "number"] }, result: { type: "object" } }),
      { $ref: "#/components/schemas/RpcError" },
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
            code: { enum: Object.keys(ERROR_CODES), description: "Set if the error is one of the service's own." },
            requestId: { type: "string" },
          },
        },
      },
    },
  }),
};
