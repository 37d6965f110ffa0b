import type { JsonObject } from "../../json/value.js";
import { jsonContent, RESPONSE_HEADERS, responsesOf } from "./responses.js";

/** Documents that need no key and are not counted. */
export function documentPaths(baseUrl: string): JsonObject {
  const reading = (schema: string, operationId: string, summary: string, parameters: string[] = []) => ({
    operationId,
    summary,
    tags: ["documents"],
    security: [],
    parameters: parameters.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    responses: responsesOf(baseUrl, {
      description: "The document.",
      content: jsonContent(schema),
      codes: parameters.length > 0 ? ["not-found"] : [],
    }),
  });
  const readiness = reading("Readiness", "getReadiness", "Whether to send requests here, and what is loaded");

  return {
    "/spec-packages/{domainId}": {
      get: reading("SpecPackageList", "listSpecPackages", "The versions of a domain's spec package", ["domainId"]),
    },
    "/spec-packages/{domainId}/{version}": {
      get: cacheable(
        reading("SpecPackage", "getSpecPackage", "A whole spec package as one document", ["domainId", "version"]),
      ),
    },
    "/problems/{code}": {
      get: reading("ProblemExplanation", "getProblem", "What an error code means and what to do", ["code"]),
    },
    "/openapi.json": { get: reading("OpenApi", "getOpenApi", "This document") },
    "/healthz": {
      get: { ...reading("Health", "getHealth", "Whether the process is alive"), tags: ["health"] },
    },
    "/readyz": {
      get: {
        ...readiness,
        tags: ["health"],
        responses: { ...readiness.responses, "503": { description: "Stopping.", content: jsonContent("Stopping") } },
      },
    },
  };
}

type Reading = { parameters: JsonObject[]; responses: Record<string, JsonObject> };

/** RFC 9110 §13.1.2: a client that sends the current entity tag gets 304 without the document. */
function cacheable<R extends Reading>(operation: R): R {
  const { "200": found, ...others } = operation.responses;
  const headers = { ...(found?.headers as JsonObject), ETag: { ...RESPONSE_HEADERS.ETag, required: true } };
  return {
    ...operation,
    parameters: [...operation.parameters, { name: "If-None-Match", in: "header", schema: { type: "string" } }],
    responses: { "200": { ...found, headers }, "304": { description: "Not modified.", headers }, ...others },
  };
}
