import type { ErrorObject } from "ajv/dist/2020.js";
import { parseStrictBytes } from "../json/parse-strict-bytes.js";
import { join } from "../json/pointer.js";
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

/** Of a request body, in bytes. */
export const BODY_LIMIT = 65_536;

/** The envelope, for the code, for OpenAPI and for the MCP tools alike. */
export const REQUEST_SCHEMA = {
  type: "object",
  required: ["targetProduct", "domainId", "candidate"],
  additionalProperties: false,
  properties: {
    targetProduct: {
      type: "string",
      minLength: 1,
      maxLength: 128,
      description: "The product that the proposal is for; listDomains names them.",
    },
    domainId: {
      type: "string",
      minLength: 1,
      maxLength: 128,
      description: "The domain of the proposal; listDomains names them.",
    },
    candidate: {
      type: "object",
      description: "The proposal itself, in the form that the spec package of the domain describes.",
    },
    specVersion: {
      type: "string",
      minLength: 1,
      maxLength: 16,
      description: "Another version of the spec package than the current one, such as a draft.",
    },
  },
} as const;

/** Of the errors, in the sentence; the list beside it has more. */
const MOST_TOLD = 5;
/** In the list: 64 KiB hold 7,500 unknown properties. */
const MOST_LISTED = 20;

const validate = ajv.compile(REQUEST_SCHEMA);

/** The body of a request, or `invalid-request` with the errors of the envelope. */
export function readRequest(body: unknown): ProposalRequest {
  if (validate(body)) return body as unknown as ProposalRequest;
  const found = validate.errors ?? [];
  const errors = found.slice(0, MOST_LISTED).map(describe);
  const told = errors.slice(0, MOST_TOLD).map(({ pointer, detail }) => `${pointer || "the body"}: ${detail}`);
  if (found.length > MOST_TOLD) told.push(`and ${found.length - MOST_TOLD} more`);
  const moreErrors = found.length - errors.length;
  throw new AppError("invalid-request", told.join("; "), { errors, ...(moreErrors > 0 && { moreErrors }) });
}

function describe({ instancePath: pointer, keyword, params, data, schema }: ErrorObject): EnvelopeError {
  if (keyword === "required") return { pointer, detail: `${quote(params.missingProperty)} is missing` };
  if (keyword === "additionalProperties") return unknownProperty(pointer, params.additionalProperty);
  if (keyword === "type") return { pointer, detail: wrongType(String(schema), data) };
  return { pointer, detail: `must have ${keyword === "minLength" ? "at least" : "at most"} ${schema} characters` };
}

type EnvelopeError = { pointer: string; detail: string };

/** Agents tend to give objects as text. */
function wrongType(wanted: string, data: unknown): string {
  const hint = wanted === "object" && typeof data === "string" ? "; send the object itself, not JSON in a string" : "";
  return `must be of type ${wanted}, not ${kindOf(data)}${hint}`;
}

function unknownProperty(base: string, name: string): EnvelopeError {
  const meant = didYouMean(name, Object.keys(REQUEST_SCHEMA.properties));
  const hint =
    meant === undefined ? "is not part of a request; remove it" : `is not part of a request; did you mean "${meant}"?`;
  return { pointer: excerpt(join(base, name)) as string, detail: `${quote(name)} ${hint}` };
}

/** The value of a body, or `malformed-json` or `unacceptable-json`. */
export function readJson(bytes: Buffer): unknown {
  const read = parseStrictBytes(bytes);
  if ("value" in read) return read.value;
  const { code, detail, pointer } = read.error;
  const errors = pointer === undefined ? undefined : [{ pointer: excerpt(pointer) as string, detail }];
  throw new AppError(code, detail, errors && { errors });
}
