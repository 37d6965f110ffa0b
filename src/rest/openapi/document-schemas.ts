import type { JsonObject } from "../../json/value.js";
import { ERROR_CODES } from "../../proposals/error-codes.js";

const text: JsonObject = { type: "string" };
const flag: JsonObject = { type: "boolean" };
const url: JsonObject = { type: "string", format: "uri" };
const digest: JsonObject = { type: "string", pattern: "^sha256:[0-9a-f]{64}$" };
const status: JsonObject = { enum: ["draft", "released", "retired"] };
const list = (items: JsonObject): JsonObject => ({ type: "array", items });

function object(properties: JsonObject, required = Object.keys(properties)): JsonObject {
  return { type: "object", required, properties, additionalProperties: false };
}

/** The documents that describe the service itself. */
export const DOCUMENT_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  SpecPackageList: object({
    domainId: text,
    title: text,
    description: text,
    current: { type: ["string", "null"], description: "The version that is used unless another is asked for." },
    versions: list(object({ version: text, status, deprecated: flag, digest, url })),
  }),
  SpecPackage: object({
    domainId: text,
    version: text,
    status,
    current: flag,
    digest,
    title: text,
    diagnostics: {
      type: "object",
      description: "What each code means; the fragment of a help URL names a member.",
      additionalProperties: object(
        { severity: { enum: ["error", "warning", "info"] }, summary: text, rationale: text },
        ["severity", "summary"],
      ),
    },
    candidateSchema: { type: "object", description: "JSON Schema 2020-12." },
    data: { type: "object" },
    declarations: { type: "object" },
    normalize: list({ type: "object" }),
    rules: list({ type: "object" }),
    examples: { type: "object" },
  }),
  ProblemExplanation: object({
    code: { enum: Object.keys(ERROR_CODES) },
    status: { type: "integer" },
    title: text,
    remedy: text,
  }),
  OpenApi: { type: "object", description: "OpenAPI 3.1." },
  Health: object({ status: { const: "ok" } }),
  Readiness: object({
    status: { const: "ready" },
    limiter: { enum: ["shared", "local"], description: "Whether calls are counted over all instances or in this one." },
    specPackages: list(object({ domainId: text, version: text, status, current: flag, digest })),
    registries: list(object({ targetProduct: text, usable: flag, ageSeconds: { type: ["integer", "null"] } })),
  }),
  Stopping: object({ status: { const: "stopping" } }),
};
