import { STATUSES } from "../../http/statuses.js";
import type { Json, JsonObject } from "../../json/value.js";
import { ERROR_CODES, type ErrorCode } from "../../proposals/error-codes.js";

/** The response headers that a caller may rely on. */
export const RESPONSE_HEADERS = {
  "Request-Id": { description: "The id of this request in the service's log.", schema: { type: "string" } },
  "RateLimit-Policy": { description: "The quota and its window in seconds.", schema: { type: "string" } },
  RateLimit: {
    description: "The calls left, and the seconds until one more becomes available.",
    schema: { type: "string" },
  },
  "Retry-After": {
    description: "Whole seconds to wait before the next call, which is then admitted.",
    schema: { type: "integer", minimum: 1 },
  },
  "WWW-Authenticate": {
    description: 'RFC 6750 §3; with `error="invalid_token"` if a key was sent.',
    schema: { type: "string" },
  },
  Allow: { description: "The methods that the path supports.", schema: { type: "string" } },
  Deprecation: {
    description: "Since when a later version of the spec package should be used (RFC 9745).",
    schema: { type: "string" },
  },
  Sunset: { description: "When the version is expected to be refused (RFC 8594).", schema: { type: "string" } },
  ETag: { description: "Identifies this version of the document.", schema: { type: "string" } },
} as const;

/** Errors that every route can return before the call is counted. */
const UNCOUNTED: readonly ErrorCode[] = ["invalid-request", "too-many-headers", "internal-error"];
/** Errors of every path. 405 is the response to another method, but OpenAPI has no other place to describe it. */
const EVERYWHERE: readonly ErrorCode[] = [...UNCOUNTED, "method-not-allowed"];

const EXAMPLE_REQUEST_ID = "0b5c7c1e-6d1f-4c58-9d0a-7f3f5f0f8f55";

export interface ResponseOptions {
  description: string;
  content: JsonObject;
  /** Errors in addition to those of every path. */
  codes: readonly ErrorCode[];
  counted?: boolean;
  /** Whether a 401 has `WWW-Authenticate`; true by default. */
  challenges?: boolean;
  /** Headers of the 200 that need not be there. */
  optional?: readonly (keyof typeof RESPONSE_HEADERS)[];
  /** The body of these errors; by default a problem document. */
  errorContent?: (codes: readonly ErrorCode[]) => JsonObject;
}

/** The responses of an operation: 200, and for each error status its problems. */
export function responsesOf(baseUrl: string, options: ResponseOptions): Record<string, JsonObject> {
  const { description, content, codes, counted = false, challenges = true, optional = [] } = options;
  const { errorContent = (those: readonly ErrorCode[]) => problem(baseUrl, those) } = options;
  const all = [...EVERYWHERE, ...codes];
  const responses: Record<string, JsonObject> = {
    "200": {
      description,
      headers: {
        ...headers([], counted),
        ...Object.fromEntries(optional.map((name) => [name, { ...RESPONSE_HEADERS[name] }])),
      },
      content,
    },
    // The only status without its own code: sent before there is a request, and so the same for every route.
    "408": {
      description: "`invalid-request`: the request did not arrive in time.",
      headers: headers([], false),
      content: problem(baseUrl, ["invalid-request"], 408),
    },
  };
  for (const status of new Set(all.map((code) => STATUSES[code]))) {
    const those = all.filter((code) => STATUSES[code] === status);
    responses[status] = {
      description: those.map((code) => `\`${code}\`: ${ERROR_CODES[code].title}.`).join(" "),
      headers: headers(those, counted, challenges),
      content: errorContent(those),
    };
  }
  return responses;
}

function headers(codes: readonly ErrorCode[], counted: boolean, challenges = true): JsonObject {
  const names: (keyof typeof RESPONSE_HEADERS)[] = ["Request-Id"];
  const has = (...statuses: number[]) => codes.some((code) => statuses.includes(STATUSES[code]));
  if (challenges && has(401)) names.push("WWW-Authenticate");
  if (has(405)) names.push("Allow");
  if (has(429, 503)) names.push("Retry-After");
  if (has(429) || (counted && !codes.some((code) => UNCOUNTED.includes(code))))
    names.push("RateLimit-Policy", "RateLimit");
  return Object.fromEntries(names.map((name) => [name, { ...RESPONSE_HEADERS[name], required: true }]));
}

function problem(baseUrl: string, codes: readonly ErrorCode[], status?: number): JsonObject {
  const example = (code: ErrorCode): JsonObject => ({
    value: {
      type: `${baseUrl}/problems/${code}`,
      title: ERROR_CODES[code].title,
      status: status ?? STATUSES[code],
      detail: ERROR_CODES[code].remedy,
      code,
      requestId: EXAMPLE_REQUEST_ID,
    },
  });
  return {
    "application/problem+json": {
      schema: { allOf: [{ $ref: "#/components/schemas/Problem" }, { properties: { code: { enum: [...codes] } } }] },
      examples: Object.fromEntries(codes.map((code) => [code, example(code)])),
    },
  };
}

/** A body described by one of the document's schemas, with its examples, if any. */
export function jsonContent(schema: string, examples: Record<string, unknown> = {}): JsonObject {
  const given = Object.entries(examples).filter(([, value]) => value !== undefined);
  return {
    "application/json": {
      schema: { $ref: `#/components/schemas/${schema}` },
      ...(given.length > 0 && {
        examples: Object.fromEntries(given.map(([name, value]) => [name, { value: value as Json }])),
      }),
    },
  };
}
