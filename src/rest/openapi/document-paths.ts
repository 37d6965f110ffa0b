import type { JsonObject } from "../../json/value.js";
import { headers, jsonContent, type Responses } from "./responses.js";

interface Reading {
  readonly operationId: string;
  readonly schema: string;
  readonly summary: string;
  readonly description: string;
  /** In the path. */
  readonly parameters?: readonly string[];
  readonly tag?: string;
  /** Whether it has an entity tag. */
  readonly cacheable?: boolean;
  /** Its response during a shutdown, if another one. */
  readonly stopping?: JsonObject;
}

const READINGS: Readonly<Record<string, Reading>> = {
  "/spec-packages/{domainId}": {
    operationId: "listSpecPackages",
    schema: "SpecPackageList",
    summary: "The versions of a domain's spec package",
    description: "Says which version is used by default, and what changed from one to the next.",
    parameters: ["domainId"],
  },
  "/spec-packages/{domainId}/{version}": {
    operationId: "getSpecPackage",
    schema: "SpecPackage",
    summary: "A whole spec package as one document",
    description: "All that decides about a candidate, with its rules, examples and the meaning of each code.",
    parameters: ["domainId", "version"],
    cacheable: true,
  },
  "/problems/{code}": {
    operationId: "getProblem",
    schema: "ProblemExplanation",
    summary: "What an error code means and what to do",
    description: "The `type` of every problem document leads here.",
    parameters: ["code"],
  },
  "/openapi.json": {
    operationId: "getOpenApi",
    schema: "OpenApi",
    summary: "This document",
    description: "Describes the API formally. The examples are responses of this service.",
    cacheable: true,
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
  return Object.fromEntries(Object.entries(READINGS).map(([path, one]) => [path, { get: reading(one, responses) }]));
}

function reading(one: Reading, all: Responses): JsonObject {
  const { schema, parameters = [], tag = "documents", cacheable = false, stopping, ...words } = one;
  const inPath = parameters.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  // RFC 9110 §13.1.2: a client that sends the current entity tag gets 304 without the document.
  const ifNoneMatch = cacheable ? [{ name: "If-None-Match", in: "header", schema: { type: "string" } }] : [];
  const notModified = { description: "Not modified.", headers: headers(["Request-Id", "ETag"]) };
  return {
    ...words,
    tags: [tag],
    security: [],
    parameters: [...inPath, ...ifNoneMatch],
    responses: {
      ...all.of({
        group: "Document",
        description: "The document.",
        content: jsonContent(schema),
        codes: parameters.length > 0 ? ["not-found"] : [],
        headers: cacheable ? ["ETag"] : [],
      }),
      ...(cacheable && { "304": notModified }),
      ...stopping,
    },
  };
}
