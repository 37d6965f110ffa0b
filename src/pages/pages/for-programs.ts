import { exampleRequest } from "../../proposals/example-request.js";
import { describeCandidates } from "../../specs/explain/describe-candidate.js";
import { DESCRIPTION } from "../../version.js";
import type { Site } from "../layout.js";

/** Search engines find nothing to index in the API. */
export const robotsText = () => "User-agent: *\nDisallow: /api/\nDisallow: /mcp\n";

/** The guide of the start page for language models, in the form of llmstxt.org. */
export function llmsText({ name, address, keyUrl, quota, dependencies }: Site): string {
  const { catalog } = dependencies;
  const request = exampleRequest(dependencies);
  const rules = [...catalog.values()].flatMap(({ id, title, current }) =>
    current === undefined
      ? []
      : [
          `- [${title}](${address}/spec-packages/${id}/${current.version}): schema, codes, rules and examples, as JSON`,
        ],
  );
  const lines = [
    `# ${name}`,
    "",
    `> ${DESCRIPTION} It stores nothing and forwards nothing.`,
    "",
    "## How to use it",
    "",
    `1. Get a key that starts with ai_${keyUrl === undefined ? " from the operator" : `: ${keyUrl}`}.`,
    `2. GET ${address}/api/domains lists domains and target products. It needs no key.`,
    `3. POST ${address}/api/validate with { targetProduct, domainId, candidate } and Authorization: Bearer ai_….`,
    "   While `valid` is false: apply `repair.patch` (RFC 6902) to the request as sent, fix what is left, send it again.",
    `4. POST ${address}/api/build with the same body: the response has proposalPackage and submission.`,
    "5. Send { proposalPackage } yourself, as `submission` says.",
    "",
    `At most ${quota.calls} calls in ${quota.windowSeconds} seconds; on 429, wait for Retry-After seconds.`,
    "",
    `The same operations are MCP tools at ${address}/mcp (Streamable HTTP): listDomains, validateProposal, buildProposal.`,
    "",
    "## Candidates",
    "",
    describeCandidates(dependencies.catalog),
    ...(request ? ["", "A valid request:", "", "```json", JSON.stringify(request), "```"] : []),
    "",
    "## Documents",
    "",
    `- [OpenAPI](${address}/openapi.json): every request, response and error`,
    ...rules,
    "",
  ];
  return lines.join("\n");
}
