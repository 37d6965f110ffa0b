import type { JsonObject } from "../../json/value.js";
import { digest, object, open, ref } from "../../proposals/schemas.js";

const string: JsonObject = { type: "string" };
const boolean: JsonObject = { type: "boolean" };
const url: JsonObject = { type: "string", format: "uri" };
const date: JsonObject = { type: "string", format: "date" };
const status: JsonObject = { type: "string", enum: ["draft", "released", "retired"] };
const arrayOf = (items: JsonObject): JsonObject => ({ type: "array", items });

const CHANGE = object(
  {
    pointer: { type: "string", description: "RFC 6901, into the normal form of the spec package." },
    text: string,
    effects: {
      ...arrayOf({ type: "string", enum: ["breaking", "widening", "repackaging", "words", "unknown"] }),
      description: "What candidates have shown that it does; unknown where no candidate was found.",
    },
    says: { type: "string", description: "What the version says about a candidate that it breaks." },
  },
  ["says"],
);

/** The documents that describe the service itself. */
export const DOCUMENT_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  SpecPackageList: object({
    domainId: string,
    title: string,
    description: string,
    current: { type: ["string", "null"], description: "The version that is used by default." },
    versions: arrayOf(
      object(
        {
          version: string,
          status,
          deprecated: boolean,
          digest,
          url,
          deprecatedOn: date,
          retiresOn: date,
          since: { type: "string", description: "The version that `changes` are compared with." },
          changes: arrayOf(CHANGE),
        },
        ["deprecatedOn", "retiresOn", "since", "changes"],
      ),
    ),
  }),
  SpecPackage: object(
    {
      domainId: string,
      version: string,
      status,
      current: boolean,
      digest,
      deprecatedOn: { type: "string", description: "The date since when a later version should be used." },
      retiresOn: { type: "string", description: "The date when the version is expected to be refused." },
      title: string,
      diagnostics: {
        type: "object",
        description: "What each code means. The fragment of a help URL is the name of a property here.",
        additionalProperties: object(
          { severity: { type: "string", enum: ["error", "warning", "info"] }, summary: string, rationale: string },
          ["rationale"],
        ),
      },
      candidateSchema: open("JSON Schema 2020-12 for any validator. Accepts every valid candidate, once normalized."),
      shape: open("What the engine compiles: JSON Schema with keywords for fixes."),
      base: { type: "string", description: "The example that the examples of rules change." },
      data: open("Vocabularies and limits that rules refer to."),
      declarations: open("Where a candidate itself names things, such as the fields of its records."),
      normalize: arrayOf(open("A step.")),
      rules: arrayOf(open("What must hold, with its message, fixes and examples.")),
      examples: open("Whole candidates, and what comes out."),
    },
    ["deprecatedOn", "retiresOn"],
  ),
  ProblemExplanation: object({
    code: ref("ErrorCode"),
    status: { type: "integer" },
    title: string,
    remedy: string,
  }),
  OpenApi: open("OpenAPI 3.1."),
  Health: object({ status: { type: "string", const: "ok" } }),
  Readiness: object(
    {
      status: { type: "string", const: "ready" },
      version: { ...string, description: "Of the service." },
      limiter: {
        type: "string",
        enum: ["shared", "local"],
        description: "Whether calls are counted across all instances or in this one only.",
      },
      nonces: {
        type: "string",
        enum: ["shared", "local"],
        description: "Whether a nonce is accepted once across all instances or once by each.",
      },
      specPackages: arrayOf(object({ domainId: string, version: string, status, current: boolean, digest })),
      brokenDrafts: {
        ...arrayOf(object({ domainId: string, version: string, errors: { type: "integer", minimum: 1 } })),
        description: "Drafts with errors: not served, or as they were before. The log has the errors.",
      },
      rejected: {
        ...object({ errors: { type: "integer", minimum: 1 }, first: arrayOf(string) }),
        description: "Rules or targets have changed and have errors, so the previous ones are served.",
      },
      registries: arrayOf(
        object(
          {
            targetProduct: string,
            usable: boolean,
            ageSeconds: { type: ["integer", "null"] },
            failure: { ...string, description: "Why the list was not loaded at the last attempt." },
          },
          ["failure"],
        ),
      ),
    },
    ["rejected"],
  ),
  Stopping: object({ status: { type: "string", const: "stopping" } }),
};
