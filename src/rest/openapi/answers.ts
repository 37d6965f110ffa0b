import type { JsonObject } from "../../engine/json.js";
import { STATUSES } from "../../http/statuses.js";
import { ERROR_CODES, type ErrorCode } from "../../proposals/error-codes.js";
import { HEADER_FIELDS } from "./header-fields.js";

/** What every route can answer: its head is checked before the call is counted. */
const EVERYWHERE: readonly ErrorCode[] = ["invalid-request", "too-many-headers", "internal-error"];

export interface Answers {
  description: string;
  content: JsonObject;
  /** What can go wrong, besides what can go wrong everywhere. */
  codes: readonly ErrorCode[];
  counted?: boolean;
}

/** The responses of an operation: the good one, and for each status the problems that have it. */
export function answers(
  baseUrl: string,
  { description, content, codes, counted = false }: Answers,
): Record<string, JsonObject> {
  const all = [...EVERYWHERE, ...codes];
  const responses: Record<string, JsonObject> = { "200": { description, headers: headers([], counted), content } };
  for (const status of new Set(all.map((code) => STATUSES[code]))) {
    const those = all.filter((code) => STATUSES[code] === status);
    responses[status] = {
      description: those.map((code) => `\`${code}\`: ${ERROR_CODES[code].title}.`).join(" "),
      headers: headers(those, counted),
      content: { "application/problem+json": { schema: problem(those), examples: examples(baseUrl, those) } },
    };
  }
  return responses;
}

function headers(codes: readonly ErrorCode[], counted: boolean): JsonObject {
  const names: (keyof typeof HEADER_FIELDS)[] = ["Request-Id"];
  if (codes.some((code) => STATUSES[code] === 401)) names.push("WWW-Authenticate");
  if (codes.some((code) => STATUSES[code] === 429 || STATUSES[code] === 503)) names.push("Retry-After");
  if (counted && !codes.some((code) => EVERYWHERE.includes(code))) names.push("RateLimit-Policy", "RateLimit");
  return Object.fromEntries(names.map((name) => [name, { ...HEADER_FIELDS[name], required: true }]));
}

function problem(codes: ErrorCode[]): JsonObject {
  return { allOf: [{ $ref: "#/components/schemas/Problem" }, { properties: { code: { enum: codes } } }] };
}

function examples(baseUrl: string, codes: readonly ErrorCode[]): JsonObject {
  const one = (code: ErrorCode): JsonObject => ({
    value: {
      type: `${baseUrl}/problems/${code}`,
      title: ERROR_CODES[code].title,
      status: STATUSES[code],
      detail: ERROR_CODES[code].remedy,
      code,
      requestId: "0b5c7c1e-6d1f-4c58-9d0a-7f3f5f0f8f55",
    },
  });
  return Object.fromEntries(codes.map((code) => [code, one(code)]));
}
