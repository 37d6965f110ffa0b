import { STATUSES } from "../../http/statuses.js";
import type { JsonObject } from "../../json/value.js";
import { ERROR_CODES } from "../../proposals/error-codes.js";
import { ref } from "../../proposals/schemas.js";

export const problemSchema = (baseUrl: string): JsonObject => ({
  type: "object",
  description: "RFC 9457.",
  required: ["type", "title", "status", "detail", "code", "requestId"],
  additionalProperties: false,
  properties: {
    type: { type: "string", format: "uri", description: "Where the code is explained." },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    code: ref("ErrorCode"),
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
          fixes: { type: "array", description: "Fixes of the envelope.", items: ref("Fix") },
        },
      },
    },
    moreErrors: { type: "integer", minimum: 1, description: "How many errors are not listed." },
    repair: ref("Repair"),
    omitted: {
      type: "array",
      items: { type: "string", enum: ["fixes", "repair"] },
      description: "What was left out because the response would be too large.",
    },
  },
  examples: [
    {
      type: `${baseUrl}/problems/invalid-request`,
      title: ERROR_CODES["invalid-request"].title,
      status: STATUSES["invalid-request"],
      detail: 'the body: "candidate" is missing',
      code: "invalid-request",
      requestId: "0b5c7c1e-6d1f-4c58-9d0a-7f3f5f0f8f55",
      errors: [{ pointer: "", detail: '"candidate" is missing' }],
    },
  ],
});
