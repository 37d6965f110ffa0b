import type { JsonObject } from "../../json/value.js";
import { open, ref } from "../../proposals/schemas.js";

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
