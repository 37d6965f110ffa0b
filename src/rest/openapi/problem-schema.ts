import type { JsonObject } from "../../json/value.js";
import { ERROR_CODES } from "../../proposals/error-codes.js";

export const PROBLEM_SCHEMA: JsonObject = {
  type: "object",
  description: "RFC 9457.",
  required: ["type", "title", "status", "detail", "code", "requestId"],
  additionalProperties: false,
  properties: {
    type: { type: "string", format: "uri", description: "Where the code is explained." },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    code: { enum: Object.keys(ERROR_CODES) },
    requestId: { type: "string" },
    errors: {
      type: "array",
      description: "The individual errors, each with its place.",
      maxItems: 20,
      items: {
        type: "object",
        required: ["pointer", "detail"],
        additionalProperties: false,
        properties: {
          pointer: { type: "string", description: "RFC 6901, into the body as sent; truncated to 200 characters." },
          detail: { type: "string" },
        },
      },
    },
    moreErrors: { type: "integer", minimum: 1, description: "How many errors are not listed." },
  },
};
