import type { ErrorObject } from "ajv/dist/2020.js";
import { parseStrictBytes } from "../json/parse-strict-bytes.js";
import { join } from "../json/pointer.js";
import type { JsonError } from "../json/position.js";
import type { JsonObject } from "../json/value.js";
import { kindOf } from "../json/value.js";
import { ajv } from "../json-schema/ajv.js";
import { didYouMean } from "../text/did-you-mean.js";
import { excerpt, quote } from "../text/quote.js";
import { AppError } from "./app-error.js";

export interface ProposalRequest {
  targetProduct: string;
  domainId: string;
  candidate: JsonObject;
  specVersion?: string;
}

/** Maximum size of a request body, in bytes. */
export const BODY_LIMIT = 65_536;

/** The schema of the envelope: requests are validated with it, and OpenAPI and the MCP tools publish it. */
export const REQUEST_SCHEMA = {
  type: "object",
  required: ["targetProduct", "domainId", "candidate"],
  additionalProperties: false,
  properties: {
    targetProduct: {
      type: "string",
      minLength: 1,
      maxLength: 128,
      description: "The product that the proposal is for, as listed by listDomains.",
    },
    domainId: {
      type: "string",
      minLength: 1,
      maxLength: 128,
      description: "The domain of the proposal, as listed by listDomains.",
    },
    candidate: {
      type: "object",
      description: "The proposal itself, as the spec package of the domain describes it.",
    },
    specVersion: {
      type: "string",
      minLength: 1,
      maxLength: 16,
      description: "A version of the spec package other than the current one, such as a draft.",
    },
  },
} as const;

/** Errors in `detail`; `errors` has more. */
const MAX_IN_DETAIL = 5;
/** Errors in `errors`: 64 KiB can hold 7,500 unknown properties. */
const MAX_LISTED = 20;

const validate = ajv.compile(REQUEST_SCHEMA);

/** Validates the envelope of a request. Throws `invalid-request` with its errors. */
export function readRequest(body: unknown): ProposalRequest {
  if (validate(body)) return body as unknown as ProposalRequest;
  const found = validate.errors ?? [];
  const errors = found.slice(0, MAX_LISTED).map(describe);
  const shown = errors.slice(0, MAX_IN_DETAIL).map(({ pointer, detail }) => `${pointer || "the body"}: ${detail}`);
  if (found.length > MAX_IN_DETAIL) shown.push(`and ${found.length - MAX_IN_DETAIL} more`);
  const moreErrors = found.length - errors.length;
  throw new AppError("invalid-request", shown.join("; "), { errors, ...(moreErrors > 0 && { moreErrors }) });
}

function describe({ instancePath: pointer, keyword, params, data, schema }: ErrorObject): EnvelopeError {
  if (keyword === "required") return { pointer, detail: `${quote(params.missingProperty)} is missing` };
  if (keyword === "additionalProperties") return unknownProperty(pointer, params.additionalProperty);
  if (keyword === "type") return { pointer, detail: wrongType(String(schema), data) };
  return { pointer, detail: `must have ${keyword === "minLength" ? "at least" : "at most"} ${schema} characters` };
}

type EnvelopeError = { pointer: string; detail: string };

/** Agents tend to send objects as strings of JSON. */
function wrongType(expected: string, data: unknown): string {
  const isJsonString = expected === "object" && typeof data === "string";
  const hint = isJsonString ? "; send the object itself, not JSON in a string" : "";
  return `must be of type ${expected}, not ${kindOf(data)}${hint}`;
}

function unknownProperty(base: string, name: string): EnvelopeError {
  const meant = didYouMean(name, Object.keys(REQUEST_SCHEMA.properties));
  const hint =
    meant === undefined ? "is not part of a request; remove it" : `is not part of a request; did you mean "${meant}"?`;
  return { pointer: excerpt(join(base, name)) as string, detail: `${quote(name)} ${hint}` };
}

/** Parses a body strictly. Throws `malformed-json` or `unacceptable-json`. */
export function readJson(bytes: Buffer): unknown {
  const read = tryReadJson(bytes);
  if ("refuse" in read) throw read.refuse();
  return read.value;
}

/** The same for a caller that has to know first whether the body is refused, and only then why. */
export function tryReadJson(bytes: Buffer): { readonly value: unknown } | { refuse(): AppError } {
  const read = parseStrictBytes(bytes);
  return "value" in read ? read : { refuse: () => toAppError(read.explain()) };
}

function toAppError({ code, detail, pointer }: JsonError): AppError {
  const errors = pointer === undefined ? undefined : [{ pointer: excerpt(pointer) as string, detail }];
  return new AppError(code, detail, errors && { errors });
}
