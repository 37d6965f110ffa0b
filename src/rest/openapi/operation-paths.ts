import type { Json, JsonObject } from "../../json/value.js";
import type { Dependencies } from "../../proposals/dependencies.js";
import type { ErrorCode } from "../../proposals/error-codes.js";
import { listDomains } from "../../proposals/list-domains.js";
import { BODY_LIMIT } from "../../proposals/request.js";
import type { ExampleCalls } from "./example-calls.js";
import { jsonContent, type Responses } from "./responses.js";

const COUNTED: ErrorCode[] = [
  "ambiguous-credentials",
  "invalid-credentials",
  "capability-not-granted",
  "rate-limited",
  "identity-unavailable",
];
const CHECKED: ErrorCode[] = [
  ...COUNTED,
  "missing-credentials",
  "body-too-large",
  "unsupported-media-type",
  "malformed-json",
  "unacceptable-json",
  "unknown-domain",
  "unknown-target-product",
  "unknown-spec-version",
  "registry-unavailable",
];

/** The three operations. */
export function operationPaths(dependencies: Dependencies, responses: Responses, calls?: ExampleCalls): JsonObject {
  const shared = (name: keyof ReturnType<typeof sharedExamples>): JsonObject | undefined =>
    sharedExamples(calls)[name] && { $ref: `#/components/examples/${name}` };

  const checkOperation = (operationId: string, summary: string, purpose: string, content: JsonObject): JsonObject => ({
    operationId,
    summary,
    description: `${purpose} Counts against the rate limit. The body may have at most ${BODY_LIMIT} bytes.`,
    tags: ["operations"],
    security: [{ bearer: [] }],
    requestBody: { required: true, content: jsonContent("ProposalRequest", { proposal: shared("proposal") }) },
    responses: responses.of({
      group: "Check",
      description: "The validation result, with all problems and how to fix them.",
      content,
      codes: CHECKED,
      counted: true,
      headers: ["Deprecation", "Sunset"],
    }),
  });

  return {
    "/api/domains": {
      get: {
        operationId: "listDomains",
        summary: "Lists the domains and target products that accept proposals",
        description: "The other operations take its domainId and targetProduct. Counts against the rate limit.",
        tags: ["operations"],
        security: [{}, { bearer: [] }],
        responses: responses.of({
          group: "List",
          description: "One item for each domain and target product.",
          content: jsonContent("DomainList", { domains: { value: listDomains(dependencies) as unknown as Json } }),
          codes: COUNTED,
          counted: true,
        }),
      },
    },
    "/api/validate": {
      post: checkOperation(
        "validateProposal",
        "Checks a proposal and says how to fix it",
        "Call it until `valid` is true. A proposal with problems is a normal result.",
        jsonContent("ValidationResult", { valid: exampleOf(calls?.validated), invalid: shared("invalid") }),
      ),
    },
    "/api/build": {
      post: checkOperation(
        "buildProposal",
        "Builds the package of a valid proposal",
        "Returns the package and how to submit it; nothing is sent or stored here.",
        jsonContent("BuildResult", { valid: exampleOf(calls?.built), invalid: shared("invalid") }),
      ),
    },
  };
}

/** The examples that several operations share. */
export function sharedExamples(calls: ExampleCalls | undefined) {
  return { proposal: exampleOf(calls?.request), invalid: exampleOf(calls?.invalid) };
}

function exampleOf(value: object | undefined): JsonObject | undefined {
  return value && { value: value as unknown as Json };
}
