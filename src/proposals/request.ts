import { parseStrictBytes } from "../json/parse-strict-bytes.js";
import type { JsonError } from "../json/position.js";
import type { JsonObject } from "../json/value.js";
import { excerpt } from "../text/quote.js";
import { AppError } from "./app-error.js";

export interface ProposalRequest {
  targetProduct: string;
  domainId: string;
  candidate: JsonObject;
  specVersion?: string;
  applyRepair?: boolean;
}

/** Maximum size of a request body, in bytes. */
export const BODY_LIMIT = 65_536;

/** The schema of the envelope: `readRequest` validates with it, and OpenAPI and the MCP tools publish it. */
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
      additionalProperties: true,
      description: "The proposal itself, as the spec package of the domain describes it.",
    },
    specVersion: {
      type: "string",
      minLength: 1,
      maxLength: 16,
      description: "A version of the spec package other than the current one, such as a draft.",
    },
    applyRepair: {
      type: "boolean",
      description: "Whether to return `repaired`: the candidate after `repair.patch`.",
    },
  },
} as const;

/** Properties of a request that may be absent. */
export const OPTIONAL: readonly string[] = ["specVersion", "applyRepair"];

/** Other names that callers give to the properties of a request. */
export const REQUEST_ALIASES: Readonly<Record<string, readonly string[]>> = {
  targetProduct: ["target", "product", "targetId", "productId", "targetProductId"],
  domainId: ["domain"],
  candidate: ["proposal", "payload", "data", "document"],
  specVersion: ["version", "specPackageVersion"],
  applyRepair: ["repair", "autoRepair", "applyFixes"],
};

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
