import { STATUS_CODES } from "node:http";
import { isEqual, type Json, type JsonObject } from "../../../ground/json/value.js";
import { AppError, MAX_LISTED } from "../../../proposals/errors/app-error.js";
import { ERROR_CODES, type ErrorCode } from "../../../proposals/errors/error-codes.js";
import { described, ref, string } from "../../../proposals/schemas.js";
import { EXAMPLE_REQUEST_ID, problemDocument, STATUSES } from "../../http/problem.js";

const header = (description: string, isRequired = true, schema: JsonObject = string) => {
  return { description, required: isRequired, schema };
};

/** The response headers that a caller may rely on. */
export const RESPONSE_HEADERS = {
  "Request-Id": header("The id of this request in the log of the service."),
  "RateLimit-Policy": header("The quota and its window in seconds."),
  RateLimit: header("The calls left, and the seconds until one more becomes available."),
  "Retry-After": header("Whole seconds to wait before the next call, which is then admitted.", true, {
    type: "integer",
    minimum: 1,
  }),
  "WWW-Authenticate": header('RFC 6750 §3; with `error="invalid_token"` if a key was sent.'),
  Allow: header("The methods that the path supports."),
  Deprecation: header("Since when a later version of the spec package should be used (RFC 9745).", false),
  Sunset: header("When the version is expected to be refused (RFC 8594).", false),
  ETag: header("Identifies this version of the document."),
};
type HeaderName = keyof typeof RESPONSE_HEADERS;

/** Errors that every route can return before the call is counted. */
const UNCOUNTED: readonly ErrorCode[] = ["invalid-request", "too-many-headers", "internal-error"];
/** Errors of every path. 405 is the response to another method, but OpenAPI has no other place to describe it. */
const EVERYWHERE: readonly ErrorCode[] = [...UNCOUNTED, "method-not-allowed"];

const PROBLEM: JsonObject = { "application/problem+json": { schema: ref("Problem") } };

interface ResponseOptions {
  /** Prefix of the name of a response, if another group has a different one with that status. */
  group: string;
  description: string;
  content: JsonObject;
  /** Errors in addition to those of every path. */
  codes: readonly ErrorCode[];
  isCounted?: boolean;
  /** More headers of the 200. */
  headers?: readonly HeaderName[];
  /** What all errors are, if not problem documents. Then, a 401 has no `WWW-Authenticate`. */
  failure?: { readonly description: string; readonly content: JsonObject };
}

/** The responses of operations. Errors are described once, as components. */
export class Responses {
  readonly components: Record<string, JsonObject> = {};

  /** 200, and for each error status its problems. */
  of(options: ResponseOptions): Record<string, JsonObject> {
    const { group, description, content, codes, isCounted = false, failure } = options;
    const allCodes = [...EVERYWHERE, ...codes];
    const responses: Record<string, JsonObject> = {
      "200": { description, headers: headers([...listHeaders([], isCounted), ...(options.headers ?? [])]), content },
      // The only status without its own code: sent before there is a request, and so the same for every route.
      "408": this.#share(nameOf(408), group, {
        description: "`invalid-request`: The request did not arrive in time.",
        headers: headers(["Request-Id"]),
        content: PROBLEM,
      }),
    };
    for (const status of new Set(allCodes.map((code) => STATUSES[code]))) {
      const codesOfStatus = allCodes.filter((code) => STATUSES[code] === status);
      responses[status] = this.#share(failure ? `${group}Error` : nameOf(status), `${group}${nameOf(status)}`, {
        description: codesOfStatus.map((code) => `\`${code}\`: ${ERROR_CODES[code].title}.`).join(" "),
        headers: headers(listHeaders(codesOfStatus, isCounted, failure === undefined)),
        content: PROBLEM,
        ...failure,
      });
    }
    return responses;
  }

  /** Stores a response under its name or, if another response has that name, under the longer one. */
  #share(name: string, longName: string, response: JsonObject): JsonObject {
    const [sharedName] = Object.entries(this.components).find(([, shared]) => isEqual(shared, response)) ?? [];
    const used = sharedName ?? (Object.hasOwn(this.components, name) ? longName : name);
    this.components[used] = response;
    return { $ref: `#/components/responses/${used}` };
  }
}

const nameOf = (status: number) => (STATUS_CODES[status] as string).replaceAll(" ", "");

function listHeaders(codes: readonly ErrorCode[], isCounted: boolean, challenges = true): HeaderName[] {
  const names: HeaderName[] = ["Request-Id"];
  const has = (...statuses: number[]) => codes.some((code) => statuses.includes(STATUSES[code]));
  if (challenges && has(401)) names.push("WWW-Authenticate");
  if (has(405)) names.push("Allow");
  if (has(429, 503)) names.push("Retry-After");
  if (has(429) || (isCounted && !codes.some((code) => UNCOUNTED.includes(code))))
    names.push("RateLimit-Policy", "RateLimit");
  return names;
}

export function headers(names: readonly HeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** A body described by one of the schemas of the document, with its examples, if any. */
export function jsonContent(schema: string, examples: Record<string, JsonObject | undefined> = {}): JsonObject {
  const present = Object.entries(examples).filter(([, example]) => example !== undefined) as [string, Json][];
  return {
    "application/json": {
      schema: ref(schema),
      ...(present.length > 0 && { examples: Object.fromEntries(present) }),
    },
  };
}

const MISSING = new AppError("invalid-request", 'the body: "candidate" is missing', {
  errors: [{ pointer: "", detail: '"candidate" is missing' }],
});

export const problemSchema = (baseUrl: string): JsonObject => ({
  type: "object",
  description: "RFC 9457.",
  required: ["type", "title", "status", "detail", "code", "requestId"],
  additionalProperties: false,
  properties: {
    type: { type: "string", format: "uri", description: "Where the code is explained." },
    title: string,
    status: { type: "integer" },
    detail: string,
    code: ref("ErrorCode"),
    requestId: string,
    errors: {
      type: "array",
      description: "The individual errors, each with its place.",
      maxItems: MAX_LISTED,
      items: {
        type: "object",
        required: ["pointer", "detail"],
        additionalProperties: false,
        properties: {
          pointer: described("RFC 6901, into the body as sent; truncated to 200 characters."),
          detail: string,
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
  examples: [problemDocument(MISSING, baseUrl, EXAMPLE_REQUEST_ID) as unknown as Json],
});
