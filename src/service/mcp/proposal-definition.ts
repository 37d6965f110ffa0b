import type { CurrentDependencies, Dependencies } from "../../proposals/dependencies.js";
import { listDomains } from "../../proposals/list-domains.js";
import type { DomainList } from "../../proposals/results.js";
import { describeCandidates } from "../../specs/explain/describe-candidate.js";
import { DESCRIPTION, VERSION } from "../../version.js";
import type { Quota } from "../rate-limit/window.js";
import type { Arguments, McpDefinition, Prompt } from "./definition.js";
import { invalidParams } from "./errors.js";
import { proposalTools } from "./proposal-tools.js";
import { specResources } from "./spec-resources.js";

/** The operations as tools, which state the quota; the spec packages as resources; a prompt. */
export function proposalDefinition(
  served: CurrentDependencies,
  serviceName: string,
  quota?: Quota,
): McpDefinition {
  return {
    info: { name: serviceName, version: VERSION },
    instructions: [
      DESCRIPTION,
      "Call listDomains, then validateProposal until `valid` is true, then buildProposal.",
      "Then submit the package yourself.",
    ].join(" "),
    tools: new Map(proposalTools(served, quota).map((tool) => [tool.definition.name, tool])),
    ...specResources(served),
    prompts: [proposePrompt(served)],
  };
}

const ARGUMENTS = [
  { name: "domainId", description: "The kind of proposal; any if absent." },
  { name: "targetProduct", description: "The product that the proposal is for; any if absent." },
  { name: "idea", description: "What you want to propose, in your own words." },
];

const LOOP = [
  "Ask me for what only I can decide, and for nothing that follows from what I said. Do not make up who I am.",
  "Call validateProposal with targetProduct, domainId, candidate and `applyRepair`: true.",
  "While `valid` is false, take `repaired` as the candidate, fix the errors that are left, and validate again.",
  "Show me the valid candidate and its warnings. When I agree, call buildProposal with the same arguments.",
  "Give me `proposalPackage` and `submission`. Nothing is submitted until one of us sends the package.",
];

function proposePrompt(served: CurrentDependencies): Prompt {
  return {
    definition: {
      name: "propose",
      title: "Propose",
      description:
        "Write a proposal together: collect what it needs, validate it until it is valid, build its package.",
      arguments: ARGUMENTS,
    },
    get(args) {
      return {
        messages: [
          { role: "user", content: { type: "text", text: promptText(args, served.current) } },
        ],
      };
    },
    complete(argument, { domainId, targetProduct }) {
      if (argument === "domainId")
        return fitting(served.current, undefined, targetProduct).map(({ domainId: id }) => id);
      if (argument === "targetProduct")
        return fitting(served.current, domainId).map((pair) => pair.targetProduct);
      return [];
    },
  };
}

function promptText(
  { idea, domainId, targetProduct }: Arguments,
  dependencies: Dependencies,
): string {
  const domains = fitting(dependencies, domainId, targetProduct);
  if (domains.length === 0) {
    const supported = fitting(dependencies).map(
      (pair) => `${pair.domainId} for ${pair.targetProduct}`,
    );
    throw invalidParams(
      `no target product accepts such a proposal; supported: ${supported.join(", ") || "none"}`,
    );
  }
  return [
    "Help me to write a valid proposal, and build its package with the tools of this server.",
    ...(idea ? [`What I want to propose: ${idea}`] : []),
    "It can be for:",
    ...domains.map(
      (pair) =>
        `- targetProduct "${pair.targetProduct}", domainId "${pair.domainId}": ${pair.description}`,
    ),
    "What a candidate looks like:",
    describeCandidates(dependencies.catalog, {
      only: new Set(domains.map((pair) => pair.domainId)),
    }),
    "How to proceed:",
    ...LOOP.map((step, index) => `${index + 1}. ${step}`),
  ].join("\n");
}

/** The pairs of domains and target products that fit. */
function fitting(
  dependencies: Dependencies,
  domainId?: string,
  targetProduct?: string,
): DomainList["domains"] {
  return listDomains(dependencies).domains.filter(
    (pair) =>
      [undefined, pair.domainId].includes(domainId) &&
      [undefined, pair.targetProduct].includes(targetProduct),
  );
}
