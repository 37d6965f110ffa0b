import { MAX_DIAGNOSTICS } from "../engine/evaluate.js";
import { SPEC_STATUSES } from "../engine/grammar.js";
import { APPLICABILITIES, SEVERITIES } from "../engine/problem.js";
import { MAX_OPEN_ERRORS } from "../engine/repair/repair.js";
import { DIGEST_PATTERN } from "../ground/json/digest.js";
import type { JsonObject } from "../ground/json/value.js";

/** A schema of an object with any properties. */
export const open = (description: string): JsonObject => ({ type: "object", additionalProperties: true, description });
export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
export const digest: JsonObject = { type: "string", pattern: DIGEST_PATTERN };
export const severity: JsonObject = { type: "string", enum: [...SEVERITIES] };
export const status: JsonObject = { type: "string", enum: [...SPEC_STATUSES] };

export function object(properties: JsonObject, optional: readonly string[] = []): JsonObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", required, properties, additionalProperties: false };
}

export const string: JsonObject = { type: "string" };
export const described = (description: string): JsonObject => ({ type: "string", description });
const count: JsonObject = { type: "integer", minimum: 0 };
export const arrayOf = (items: JsonObject): JsonObject => ({ type: "array", items });

const PATCH: JsonObject = {
  ...arrayOf(ref("PatchOperation")),
  description: "RFC 6902, against the request body as sent.",
};

const VALIDATION: JsonObject = {
  valid: { type: "boolean", description: "True exactly when there is no diagnostic of severity error." },
  targetProduct: string,
  domainId: string,
  specPackage: ref("SpecPackageReference"),
  summary: ref("Summary"),
  diagnostics: { ...arrayOf(ref("Diagnostic")), maxItems: MAX_DIAGNOSTICS },
  repair: ref("Repair"),
  repaired: { description: "The candidate after `repair.patch`; present if the request has `applyRepair`." },
};
const OPTIONAL = ["repair", "repaired"];

/** JSON Schemas of the results of the three operations, from which OpenAPI and the MCP tools are generated. */
export const RESULT_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  ValidationResult: object(VALIDATION, OPTIONAL),
  BuildResult: {
    description: "The validation result; with the package if `valid` is true.",
    oneOf: [ref("BuiltProposal"), ref("InvalidProposal")],
  },
  BuiltProposal: object(
    {
      ...VALIDATION,
      valid: { type: "boolean", const: true },
      proposalPackage: ref("ProposalPackage"),
      submission: ref("Submission"),
    },
    OPTIONAL,
  ),
  InvalidProposal: object({ ...VALIDATION, valid: { type: "boolean", const: false } }, OPTIONAL),
  SpecPackageReference: object(
    {
      version: string,
      digest,
      url: string,
      deprecatedOn: described("Since when a later version should be used."),
      retiresOn: described("When this version is expected to be refused."),
    },
    ["deprecatedOn", "retiresOn"],
  ),
  Summary: object(
    {
      errors: count,
      warnings: count,
      fixable: count,
      truncated: { type: "boolean", description: "Whether there are more diagnostics than are listed." },
      omitted: {
        ...arrayOf({ type: "string", enum: ["fixes", "repair", "repaired"] }),
        description: "What was left out, or in part, because the response would be too large.",
      },
    },
    ["omitted"],
  ),
  Diagnostic: object(
    {
      code: string,
      severity,
      path: described("RFC 6901 pointer into the request body as sent."),
      message: string,
      actual: { description: "The value found, truncated to 200 characters." },
      expected: { description: "What was expected instead." },
      fixes: arrayOf(ref("Fix")),
      helpUrl: string,
    },
    ["actual", "expected"],
  ),
  Fix: object(
    {
      title: string,
      applicability: {
        type: "string",
        enum: [...APPLICABILITIES],
        description: [
          "machine-applicable: proven, apply it automatically;",
          "maybe-incorrect: review it first;",
          "has-placeholders: apply it, then fill in the placeholders.",
        ].join(" "),
      },
      patch: PATCH,
      blockedBy: {
        ...arrayOf(string),
        description: "Codes of the diagnostics that applying it would cause.",
      },
    },
    ["blockedBy"],
  ),
  Repair: {
    ...object({
      patch: PATCH,
      remaining: { ...count, description: "Errors that remain after the patch." },
      complete: {
        type: "boolean",
        description: "False if there may be more to repair: apply the patch, then validate again.",
      },
      open: {
        ...arrayOf(ref("OpenError")),
        maxItems: MAX_OPEN_ERRORS,
        description: "The first errors that remain after the patch, in the order of diagnostics.",
      },
    }),
    description: "All machine-applicable fixes, and those of what they uncover, as one patch.",
  },
  OpenError: object({
    code: string,
    path: described("RFC 6901 pointer into the repaired request body."),
    message: string,
  }),
  PatchOperation: {
    description: "An operation of RFC 6902.",
    oneOf: [
      object({ op: { type: "string", enum: ["add", "replace"] }, path: string, value: {} }),
      object({ op: { type: "string", const: "remove" }, path: string }),
      object({ op: { type: "string", const: "move" }, from: string, path: string }),
    ],
  },
  ProposalPackage: {
    ...object({
      formatVersion: { type: "string", const: "1" },
      targetProduct: string,
      domainId: string,
      specPackage: object({ version: string, digest }),
      proposal: open("The normalized candidate."),
      digest,
    }),
    description: "What to submit.",
  },
  Submission: {
    ...object({
      method: { type: "string", const: "POST" },
      url: string,
      headers: { type: "object", additionalProperties: string },
    }),
    description: "How to submit { proposalPackage } to the target product; add your own Authorization header.",
  },
  DomainList: object({ domains: arrayOf(ref("Domain")) }),
  Domain: object({
    domainId: string,
    targetProduct: string,
    title: string,
    description: string,
    specVersion: string,
    specPackageUrl: string,
    submissionUrl: string,
  }),
};
