import type { JsonObject } from "../../../ground/json/value.js";
import { arrayOf, described, digest, object, open, ref, severity, status, string } from "../../../proposals/schemas.js";
import { headers, jsonContent, type Responses } from "./responses.js";

interface DocumentPath {
  readonly operationId: string;
  readonly schema: string;
  readonly summary: string;
  readonly description: string;
  readonly tag?: string;
  /** The response during a shutdown, if it differs. */
  readonly stopping?: JsonObject;
}

const DOCUMENT_PATHS: Readonly<Record<string, DocumentPath>> = {
  "/spec-packages/{domainId}": {
    operationId: "listSpecPackages",
    schema: "SpecPackageList",
    summary: "The versions of the spec package of a domain",
    description: "Says which version is used by default, and what changed from one to the next.",
  },
  "/spec-packages/{domainId}/{version}": {
    operationId: "getSpecPackage",
    schema: "SpecPackage",
    summary: "A whole spec package as one document",
    description: "All that decides about a candidate, with its rules, examples and the meaning of each code.",
  },
  "/problems/{code}": {
    operationId: "getProblem",
    schema: "ProblemExplanation",
    summary: "What an error code means and what to do",
    description: "The `type` of every problem document leads here.",
  },
  "/openapi.json": {
    operationId: "getOpenApi",
    schema: "OpenApi",
    summary: "This document",
    description: "Describes the API formally. The examples are responses of this service.",
  },
  "/healthz": {
    operationId: "getHealth",
    schema: "Health",
    summary: "Whether the process is alive",
    description: "For a supervisor that restarts the process.",
    tag: "health",
  },
  "/readyz": {
    operationId: "getReadiness",
    schema: "Readiness",
    summary: "Whether to send requests here, and what is loaded",
    description: "For a load balancer. Stays 200 while another service is down.",
    tag: "health",
    stopping: {
      "503": { description: "Stopping.", headers: headers(["Request-Id"]), content: jsonContent("Stopping") },
    },
  },
};

/** Documents that need no key and are not counted. */
export function documentPaths(responses: Responses): JsonObject {
  return Object.fromEntries(
    Object.entries(DOCUMENT_PATHS).map(([path, document]) => [path, { get: toOperation(path, document, responses) }]),
  );
}

function toOperation(path: string, documentPath: DocumentPath, responses: Responses): JsonObject {
  const { schema, tag = "documents", stopping, ...texts } = documentPath;
  const hasEntityTag = tag === "documents";
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const inPath = parameters.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  // RFC 9110 §13.1.2: a client that sends the current entity tag gets 304 without the document.
  const ifNoneMatch = hasEntityTag ? [{ name: "If-None-Match", in: "header", schema: { type: "string" } }] : [];
  const notModified = { description: "Not modified.", headers: headers(["Request-Id", "ETag"]) };
  return {
    ...texts,
    tags: [tag],
    security: [],
    parameters: [...inPath, ...ifNoneMatch],
    responses: {
      ...responses.of({
        group: "Document",
        description: "The document.",
        content: jsonContent(schema),
        codes: parameters.length > 0 ? ["not-found"] : [],
        headers: hasEntityTag ? ["ETag"] : [],
      }),
      ...(hasEntityTag && { "304": notModified }),
      ...stopping,
    },
  };
}

const boolean: JsonObject = { type: "boolean" };
const url: JsonObject = { type: "string", format: "uri" };
const date: JsonObject = { type: "string", format: "date" };
const mode: JsonObject = { type: "string", enum: ["unconfigured", "shared", "fallback"] };

const CHANGE = object(
  {
    pointer: described("RFC 6901, into the normal form of the spec package."),
    text: string,
    effects: {
      ...arrayOf({ type: "string", enum: ["breaking", "widening", "repackaging", "words", "unknown"] }),
      description: "What candidates have shown that it does; unknown where no candidate was found.",
    },
    says: described("What the version says about a candidate that it breaks."),
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
          since: described("The version that `changes` are compared with."),
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
      deprecatedOn: described("The date since when a later version should be used."),
      retiresOn: described("The date when the version is expected to be refused."),
      title: string,
      diagnostics: {
        type: "object",
        description: "What each code means. The fragment of a help URL is the name of a property here.",
        additionalProperties: object(
          {
            severity,
            summary: string,
            rationale: string,
            deprecated: object({ since: string, use: string }, ["use"]),
          },
          ["rationale", "deprecated"],
        ),
      },
      candidateSchema: open("JSON Schema 2020-12 for any validator. Accepts every valid candidate, once normalized."),
      shape: open("What the engine compiles: JSON Schema with keywords for fixes."),
      base: described("The example that the examples of rules change."),
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
    meaning: string,
    remedy: string,
  }),
  OpenApi: open("OpenAPI 3.1."),
  Health: object({ status: { type: "string", const: "ok" } }),
  Readiness: object(
    {
      status: { type: "string", const: "ready" },
      version: described("Of the service."),
      limiter: {
        ...mode,
        description:
          "Whether calls are counted across all instances (`shared`), or in this one because no Redis is configured or because it fails.",
      },
      nonces: { ...mode, description: "Whether a nonce is accepted once across all instances or once by each." },
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
            failure: described("Why the list was not loaded at the last attempt."),
          },
          ["failure"],
        ),
      ),
    },
    ["rejected"],
  ),
  Stopping: object({ status: { type: "string", const: "stopping" } }),
};

const message = (required: string[], properties: JsonObject): JsonObject => ({
  type: "object",
  required: ["jsonrpc", ...required],
  properties: { jsonrpc: { type: "string", const: "2.0" }, ...properties },
});

/** The JSON-RPC 2.0 messages of the MCP endpoint. */
export const RPC_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  RpcMessage: {
    description: "One message. An array of messages is refused.",
    ...message(["method"], {
      id: { type: ["string", "number"], description: "Absent in a notification." },
      method: string,
      params: open("The parameters of the method."),
    }),
  },
  RpcAnswer: {
    oneOf: [
      message(["id", "result"], { id: { type: ["string", "number"] }, result: open("The result of the method.") }),
      ref("RpcError"),
    ],
  },
  RpcError: message(["id", "error"], {
    id: { type: ["string", "number", "null"] },
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "integer" },
        message: string,
        data: {
          type: "object",
          properties: {
            code: ref("ErrorCode"),
            requestId: string,
          },
        },
      },
    },
  }),
};
