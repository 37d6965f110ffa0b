import type { JsonObject } from "../engine/json.js";
import { BODY_LIMIT } from "../http/read-body.js";
import { STATUSES } from "../http/statuses.js";
import { ERROR_CODES, type ErrorCode } from "../proposals/error-codes.js";
import { REQUEST_SCHEMA } from "../proposals/request.js";
import { BUILD_SCHEMA, DOMAINS_SCHEMA, VALIDATION_SCHEMA } from "../proposals/schemas.js";
import type { Surroundings } from "../proposals/surroundings.js";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonObject, example?: unknown): JsonObject => ({
  "application/json": { schema, ...(example !== undefined && { example: example as JsonObject }) },
});

const ALWAYS: ErrorCode[] = ["too-many-headers", "internal-error"];
const COUNTED: ErrorCode[] = [
  "rate-limited",
  "ambiguous-credentials",
  "invalid-credentials",
  "capability-not-granted",
  "identity-unavailable",
];
const JUDGING: ErrorCode[] = [
  "missing-credentials",
  "body-too-large",
  "unsupported-media-type",
  "malformed-json",
  "unacceptable-json",
  "invalid-request",
  "unknown-domain",
  "unknown-target-product",
  "unknown-spec-version",
  "registry-unavailable",
];

/** OpenAPI 3.1, from the schemas that requests are validated with and the table that errors are answered from. */
export function openApi({ specs, targets, baseUrl }: Surroundings): JsonObject {
  const current = [...specs.values()].find((domain) => domain.current !== undefined)?.current;
  const target = targets.list().find(({ domains }) => domains.includes(current?.domainId ?? ""));
  const base = current?.source.examples[current.source.spec.base] as JsonObject | undefined;
  const request = {
    targetProduct: target?.id ?? "",
    domainId: current?.domainId ?? "",
    candidate: base?.candidate ?? {},
  };

  const judging = (operationId: string, summary: string, schema: JsonObject): JsonObject => ({
    post: {
      operationId,
      summary,
      description: `Counted against the call rate. The body has at most ${BODY_LIMIT} bytes.`,
      tags: ["operations"],
      security: [{ bearer: [] }, { agentProxy: [] }],
      requestBody: { required: true, content: json(ref("ProposalRequest"), request) },
      responses: responses(
        "The verdict, with every violation and how to mend it.",
        schema,
        [...ALWAYS, ...COUNTED, ...JUDGING],
        true,
      ),
    },
  });

  return {
    openapi: "3.1.0",
    info: {
      title: "assay",
      version: "1.0.0",
      description:
        "Checks generator-option proposals before they are submitted, and builds the normalized proposal package. Validate until `valid` is true, then build, then submit the package yourself. 20 calls a minute, over all operations.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl }],
    tags: [
      { name: "operations", description: "What callers come for." },
      { name: "documents", description: "What can be read without a key and is not counted." },
      { name: "health", description: "For operators." },
    ],
    paths: {
      "/api/domains": {
        get: {
          operationId: "listDomains",
          summary: "The domains and target products that proposals can be made for",
          description: "Counted against the call rate.",
          tags: ["operations"],
          security: [{}, { bearer: [] }, { agentProxy: [] }],
          responses: responses(
            "One item for each domain and target product.",
            ref("DomainList"),
            [...ALWAYS, ...COUNTED],
            true,
          ),
        },
      },
      "/api/validate": judging(
        "validateProposal",
        "Checks a proposal and says how to mend it",
        ref("ValidationResult"),
      ),
      "/api/build": judging("buildProposal", "Builds the package of a valid proposal", ref("BuildResult")),
      "/spec-packages/{domainId}": open("listSpecPackages", "The versions of a domain's spec package", ["domainId"]),
      "/spec-packages/{domainId}/{version}": open("getSpecPackage", "A whole spec package as one document", [
        "domainId",
        "version",
      ]),
      "/problems/{code}": open("getProblem", "What an error code means and what to do", ["code"]),
      "/openapi.json": open("getOpenApi", "This document", []),
      "/healthz": open("getHealth", "Whether the process is alive", [], "health"),
      "/readyz": {
        get: {
          ...(open("getReadiness", "Whether to send requests here, with what is loaded", [], "health")
            .get as JsonObject),
          responses: {
            ...responses("Ready.", { type: "object" }, ALWAYS, false),
            "503": { description: "Stopping.", content: json({ type: "object" }) },
          },
        },
      },
    },
    components: {
      schemas: {
        ProposalRequest: REQUEST_SCHEMA as unknown as JsonObject,
        ValidationResult: VALIDATION_SCHEMA,
        BuildResult: BUILD_SCHEMA,
        DomainList: DOMAINS_SCHEMA,
        Problem: PROBLEM_SCHEMA,
      },
      headers: {
        RequestId: { description: "The id of this request in the service's log.", schema: { type: "string" } },
        RateLimitPolicy: { description: "The quota and its window in seconds.", schema: { type: "string" } },
        RateLimit: {
          description: "Calls that are left, and seconds until one comes back.",
          schema: { type: "string" },
        },
        RetryAfter: {
          description: "Whole seconds after which a call is admitted.",
          schema: { type: "integer", minimum: 1 },
        },
      },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "A key of the identity service; it starts with ai_." },
        agentProxy: {
          type: "apiKey",
          in: "header",
          name: "x-adt-proxy-signature",
          description: "A call signed by the agent-auth proxy.",
        },
      },
    },
  };
}

function open(operationId: string, summary: string, parameters: string[], tag = "documents"): JsonObject {
  return {
    get: {
      operationId,
      summary,
      tags: [tag],
      security: [],
      ...(parameters.length > 0 && {
        parameters: parameters.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
      }),
      responses: responses(
        "The document.",
        { type: "object" },
        parameters.length > 0 ? [...ALWAYS, "not-found"] : ALWAYS,
        false,
      ),
    },
  };
}

function responses(description: string, schema: JsonObject, codes: ErrorCode[], counted: boolean): JsonObject {
  const limit = counted
    ? {
        "RateLimit-Policy": { $ref: "#/components/headers/RateLimitPolicy" },
        RateLimit: { $ref: "#/components/headers/RateLimit" },
      }
    : {};
  const headers = { "Request-Id": { $ref: "#/components/headers/RequestId" }, ...limit };
  const answers: JsonObject = { "200": { description, headers, content: json(schema) } };
  for (const status of [...new Set(codes.map((code) => STATUSES[code]))].sort()) {
    const those = codes.filter((code) => STATUSES[code] === status);
    const waits = status === 429 || status === 503;
    answers[String(status)] = {
      description: those.map((code) => `\`${code}\`: ${ERROR_CODES[code].title}.`).join(" "),
      headers: { ...headers, ...(waits && { "Retry-After": { $ref: "#/components/headers/RetryAfter" } }) },
      content: { "application/problem+json": { schema: ref("Problem") } },
    };
  }
  return answers;
}

const PROBLEM_SCHEMA: JsonObject = {
  type: "object",
  description: "RFC 9457.",
  required: ["type", "title", "status", "detail", "code", "requestId"],
  additionalProperties: false,
  properties: {
    type: { type: "string", format: "uri" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    code: { enum: Object.keys(ERROR_CODES) },
    requestId: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["pointer", "detail"],
        additionalProperties: false,
        properties: { pointer: { type: "string" }, detail: { type: "string" } },
      },
    },
  },
};
