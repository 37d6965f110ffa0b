import type { CurrentDependencies } from "../proposals/dependencies.js";
import type { Quota } from "../rate-limit/window.js";
import { VERSION } from "../version.js";
import type { McpDefinition } from "./definition.js";
import { proposalTools } from "./proposal-tools.js";
import { proposePrompt } from "./propose-prompt.js";
import { specResources, specTemplate } from "./spec-resources.js";

/**
 * The three operations as tools, the spec packages as resources and a prompt that leads through them. `quota` is
 * stated in the tool descriptions.
 */
export function proposalDefinition(served: CurrentDependencies, serviceName: string, quota?: Quota): McpDefinition {
  const template = specTemplate(served);
  const propose = proposePrompt(served);
  return {
    info: { name: serviceName, version: VERSION },
    instructions: [
      "Checks proposals before they are submitted to a target product, and builds the package to submit.",
      "Call listDomains, then validateProposal until `valid` is true, then buildProposal.",
      "Then submit the package yourself.",
    ].join(" "),
    tools: new Map(proposalTools(served, quota).map((tool) => [tool.definition.name, tool])),
    resources: () => specResources(served.current),
    templates: new Map([[template.template.uriTemplate, template]]),
    prompts: new Map([[propose.prompt.name, propose]]),
  };
}
