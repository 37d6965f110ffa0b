import type { JsonObject } from "../../json/value.js";
import type { Dependencies } from "../../proposals/dependencies.js";
import type { ErrorCode } from "../../proposals/error-codes.js";
import { listDomains } from "../../proposals/list-domains.js";
import { BODY_LIMIT } from "../../proposals/request.js";
import { exampleCalls } from "./example-calls.js";
import { jsonContent, responsesOf } from "./responses.js";

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
export async function operationPaths(dependencies: Dependencies): Promise<JsonObject> {
  const { baseUrl } = dependencies;
  const calls = await exampleCalls(dependencies);

  const checkOperation = (operationId: string, summary: string, content: JsonObject): JsonObject => ({
    operationId,
    summary,
    description: `Counts against the rate limit. The body may have at most ${BODY_LIMIT} bytes.`,
    tags: ["operations"],
    security: [{ bearer: [] }, { agentProxy: [] }],
    requestBody: { required: true, content: jsonContent("ProposalRequest", { proposal: calls?.request }) },
    responses: responsesOf(baseUrl, {
      description: "The validation result, with all problems and how to fix them.",
      content,
      codes: CHECKED,
      counted: true,
      optional: ["Deprecation", "Sunset"],
    }),
  });

  return {
    "/api/domains": {
      get: {
        operationId: "listDomains",
        summary: "Lists the domains and target products that accept proposals",
        description: "Counts against the rate limit.",
        tags: ["operations"],
        security: [{}, { bearer: [] }, { agentProxy: [] }],
        responses: responsesOf(baseUrl, {
          description: "One item for each domain and target product.",
          content: jsonContent("DomainList", { domains: listDomains(dependencies) }),
          codes: COUNTED,
          counted: true,
        }),
      },
    },
    "/api/validate": {
      post: checkOperation(
        "validateProposal",
        "Checks a proposal and says how to fix it",
        jsonContent("ValidationResult", { valid: calls?.validated, invalid: calls?.invalid }),
      ),
    },
    "/api/build": {
      post: checkOperation(
        "buildProposal",
        "Builds the package of a valid proposal",
        jsonContent("BuildResult", { valid: calls?.built, invalid: calls?.invalid }),
      ),
    },
  };
}
