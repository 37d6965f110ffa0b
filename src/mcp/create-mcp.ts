import type { Middleware } from "koa";
import type { Dependencies } from "../proposals/dependencies.js";
import type { Quota } from "../rate-limit/window.js";
import { VERSION } from "../version.js";
import { type EndpointOptions, mcpEndpoint } from "./endpoint.js";
import { proposalTools } from "./proposal-tools.js";
import { specResources } from "./spec-resources.js";

export interface McpOptions extends Omit<EndpointOptions, "definition"> {
  dependencies: Dependencies;
  serviceName: string;
  /** As the tools tell it to a model. */
  quota: Quota;
}

/** The MCP door: the three operations as tools, the current spec packages as resources. */
export function createMcp({ dependencies, serviceName, quota, ...door }: McpOptions): Middleware {
  const tools = new Map(proposalTools(dependencies, quota).map((tool) => [tool.definition.name, tool]));
  return mcpEndpoint({
    ...door,
    // A page of this very service is no stranger.
    allowedOrigins: [...door.allowedOrigins, new URL(dependencies.baseUrl).origin],
    definition: {
      info: { name: serviceName, version: VERSION },
      instructions:
        "Checks proposals before they are submitted to a target product, and builds the package to submit. listDomains, then validateProposal until it is valid, then buildProposal, then submit the package yourself.",
      tools,
      resources: () => specResources(dependencies),
    },
  });
}
