import type { CurrentDependencies, Dependencies } from "../proposals/dependencies.js";
import { describeCandidates } from "../proposals/describe-candidate.js";
import { listDomains } from "../proposals/list-domains.js";
import type { DomainList } from "../proposals/results.js";
import type { Arguments, StartPrompt } from "./definition.js";
import { invalidParams } from "./errors.js";

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

/** Starts a conversation that leads to a package: what to collect, then the loop. */
export function proposePrompt(served: CurrentDependencies): StartPrompt {
  return {
    prompt: {
      name: "propose",
      title: "Propose",
      description:
        "Write a proposal together: collect what it needs, validate it until it is valid, build its package.",
      arguments: ARGUMENTS,
    },
    get(args) {
      return { messages: [{ role: "user", content: { type: "text", text: promptText(args, served.current) } }] };
    },
    complete(argument, { domainId, targetProduct }) {
      if (argument === "domainId") return fitting(served.current, { targetProduct }).map((one) => one.domainId);
      if (argument === "targetProduct") return fitting(served.current, { domainId }).map((one) => one.targetProduct);
      return [];
    },
  };
}

function promptText({ idea, ...wanted }: Arguments, dependencies: Dependencies): string {
  const domains = fitting(dependencies, wanted);
  if (domains.length === 0) {
    const supported = fitting(dependencies, {}).map((one) => `${one.domainId} for ${one.targetProduct}`);
    throw invalidParams(`no target product accepts such a proposal; supported: ${supported.join(", ") || "none"}`);
  }
  return [
    "Help me to write a valid proposal, and build its package with the tools of this server.",
    ...(idea ? [`What I want to propose: ${idea}`] : []),
    "It can be for:",
    ...domains.map((one) => `- targetProduct "${one.targetProduct}", domainId "${one.domainId}": ${one.description}`),
    "What a candidate looks like:",
    describeCandidates(dependencies, { only: new Set(domains.map((one) => one.domainId)) }),
    "How to proceed:",
    ...LOOP.map((step, at) => `${at + 1}. ${step}`),
  ].join("\n");
}

/** The pairs of domains and target products that fit the arguments so far. */
function fitting(
  dependencies: Dependencies,
  { domainId, targetProduct }: { domainId?: string | undefined; targetProduct?: string | undefined },
): DomainList["domains"] {
  return listDomains(dependencies).domains.filter(
    (one) => [undefined, one.domainId].includes(domainId) && [undefined, one.targetProduct].includes(targetProduct),
  );
}
