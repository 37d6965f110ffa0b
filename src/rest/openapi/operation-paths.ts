import type { JsonObject } from "../../json/value.js";
import type { Dependencies } from "../../proposals/dependencies.js";
import type { ErrorCode } from "../../proposals/error-codes.js";
import { listDomains } from "../../proposals/list-domains.js";
import { BODY_LIMIT } from "../../proposals/request.js";
import { answers, jsonContent } from "./answers.js";
import { exampleCalls } from "./example-calls.js";

const COUNTED: ErrorCode[] = [
  "ambiguous-credentials",
  "invalid-credentials",
  "capability-not-granted",
  "rate-limited",
  "identity-unavailable",
];
const JUDGING: ErrorCode[] = [
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

  const judging = (operationId: string, summary: string, content: JsonObject): JsonObject => ({
    operationId,
    summary,
    description: `Counted against the call rate. The body has at most ${BODY_LIMIT} bytes.`,
    tags: ["operations"],
    security: [{ bearer: [] }, { agentProxy: [] }],
    requestBody: { required: true, content: jsonContent("ProposalRequest", { proposal: calls?.request }) },
    responses: answers(baseUrl, {
      description: "The verdict, with every violation and how to mend it.",
      content,
      codes: JUDGING,
      counted: true,
    }),
  });

  return {
    "/api/domains": {
      get: {
        operationId: "listDomains",
        summary: "The domains and target products that proposals can be made for",
        description: "Counted against the call rate.",
        tags: ["operations"],
        security: [{}, { bearer: [] }, { agentProxy: [] }],
        responses: answers(baseUrl, {
          description: "One item for each domain and target product.",
          content: jsonContent("DomainList", { domains: listDomains(dependencies) }),
          codes: COUNTED,
          counted: true,
        }),
      },
    },
    "/api/validate": {
      post: judging(
        "validateProposal",
        "Checks a proposal and says how to mend it",
        jsonContent("ValidationResult", { valid: calls?.validated, invalid: calls?.invalid }),
      ),
    },
    "/api/build": {
      post: judging(
        "buildProposal",
        "Builds the package of a valid proposal",
        jsonContent("BuildResult", { valid: calls?.built, invalid: calls?.invalid }),
      ),
    },
  };
}
