import type { JsonObject } from "../../json/value.js";
import { ERROR_CODES } from "../../proposals/error-codes.js";
import { FIX, REPAIR } from "../../proposals/schemas.js";

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
          fixes: { type: "array", description: "Fixes of the envelope.", items: FIX },
        },
      },
    },
    moreErrors: { type: "integer", minimum: 1, description: "How many errors are not listed." },
    repair: { ...REPAIR, description: "All machine-applicable fixes of the envelope as one patch." },
    omitted: {
      type: "array",
      items: { enum: ["fixes", "repair"] },
      description: "What was left out because the response would be too large.",
    },
  },
};
