import type { JsonObject } from "../json/value.js";

/** The results of the three operations as JSON Schema: OpenAPI and the MCP tools are generated from these. */
const string = (description: string): JsonObject => ({ type: "string", description });
const digest: JsonObject = { type: "string", pattern: "^sha256:[0-9a-f]{64}$" };
const count: JsonObject = { type: "integer", minimum: 0 };

function object(properties: JsonObject, optional: string[] = []): JsonObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", required, properties, additionalProperties: false };
}

const PATCH: JsonObject = {
  type: "array",
  description: "RFC 6902, against the request body as sent.",
  items: object(
    {
      op: { enum: ["add", "remove", "replace", "move"] },
      path: { type: "string" },
      from: { type: "string" },
      value: {},
    },
    ["from", "value"],
  ),
};

export const FIX = object(
  {
    title: { type: "string" },
    applicability: {
      enum: ["machine-applicable", "maybe-incorrect", "has-placeholders"],
      description: [
        "machine-applicable: proven, apply it automatically;",
        "maybe-incorrect: review it first;",
        "has-placeholders: apply it, then fill in the placeholders.",
      ].join(" "),
    },
    patch: PATCH,
    blockedBy: {
      type: "array",
      items: { type: "string" },
      description: "Codes of the diagnostics that it would cause; without them it would be machine-applicable.",
    },
  },
  ["blockedBy"],
);

const DIAGNOSTIC = object(
  {
    code: { type: "string" },
    severity: { enum: ["error", "warning", "info"] },
    path: string("RFC 6901 pointer into the request body as sent."),
    message: { type: "string" },
    actual: { description: "The value found, truncated to 200 characters." },
    expected: { description: "What was expected instead." },
    fixes: { type: "array", items: FIX },
    helpUrl: { type: "string" },
  },
  ["actual", "expected"],
);

export const REPAIR: JsonObject = {
  ...object({
    patch: PATCH,
    remaining: { ...count, description: "Errors that remain after the patch." },
    complete: {
      type: "boolean",
      description: "False if there may be more to repair: apply the patch, then validate again.",
    },
  }),
  description: "All machine-applicable fixes, and those of what they uncover, as one patch.",
};

const VALIDATION: JsonObject = {
  valid: { type: "boolean", description: "True exactly when there is no diagnostic of severity error." },
  targetProduct: { type: "string" },
  domainId: { type: "string" },
  specPackage: object(
    {
      version: { type: "string" },
      digest,
      url: { type: "string" },
      deprecatedOn: string("Since when a later version should be used."),
      retiresOn: string("When this version is expected to be refused."),
    },
    ["deprecatedOn", "retiresOn"],
  ),
  summary: object(
    {
      errors: count,
      warnings: count,
      fixable: count,
      truncated: { type: "boolean", description: "Whether there are more diagnostics than are listed." },
      omitted: {
        type: "array",
        items: { enum: ["fixes", "repair", "repaired"] },
        description: "What was left out, or in part, because the response would be too large.",
      },
    },
    ["omitted"],
  ),
  diagnostics: { type: "array", maxItems: 100, items: DIAGNOSTIC },
  repair: REPAIR,
  repaired: { description: "The candidate after `repair.patch`; present if the request has `applyRepair`." },
};

export const VALIDATION_SCHEMA = object(VALIDATION, ["repair", "repaired"]);

export const BUILD_SCHEMA = object(
  {
    ...VALIDATION,
    proposalPackage: {
      ...object({
        formatVersion: { const: "1" },
        targetProduct: { type: "string" },
        domainId: { type: "string" },
        specPackage: object({ version: { type: "string" }, digest }),
        proposal: { type: "object", description: "The normalized candidate." },
        digest,
      }),
      description: "What to submit; present when valid is true.",
    },
    submission: {
      ...object({
        method: { const: "POST" },
        url: { type: "string" },
        headers: { type: "object", additionalProperties: { type: "string" } },
      }),
      description: "How to submit { proposalPackage } to the target product; add your own Authorization header.",
    },
  },
  ["repair", "repaired", "proposalPackage", "submission"],
);

export const DOMAINS_SCHEMA = object({
  domains: {
    type: "array",
    items: object(
      Object.fromEntries(
        ["domainId", "targetProduct", "title", "description", "specVersion", "specPackageUrl", "submissionUrl"].map(
          (name) => [name, { type: "string" }],
        ),
      ),
    ),
  },
});
