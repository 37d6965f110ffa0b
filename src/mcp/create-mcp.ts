import type { Middleware } from "koa";
import type { CurrentDependencies } from "../proposals/dependencies.js";
import type { Quota } from "../rate-limit/window.js";
import { VERSION } from "../version.js";
import { type EndpointOptions, mcpEndpoint } from "./endpoint.js";
import { proposalTools } from "./proposal-tools.js";
import { specResources } from "./spec-resources.js";

export interface McpOptions extends Omit<EndpointOptions, "definition"> {
  served: CurrentDependencies;
  serviceName: string;
  /** Stated in the tool descriptions. */
  quota: Quota;
}

/** The MCP endpoint: the three operations as tools, the current spec packages as resources. */
export function createMcp({ served, serviceName, quota, ...endpoint }: McpOptions): Middleware {
  const tools = new Map(proposalTools(served, quota).map((tool) => [tool.definition.name, tool]));
  return mcpEndpoint({
    ...endpoint,
    // Pages of the service itself may call it.
    allowedOrigins: [...endpoint.allowedOrigins, new URL(served.current.baseUrl).origin],
    definition: {
      info: { name: serviceName, version: VERSION },
      instructions: [
        "Checks proposals before they are submitted to a target product, and builds the package to submit.",
        "Call listDomains, then validateProposal until `valid` is true, then buildProposal.",
        "Then submit the package yourself.",
      ].join(" "),
      tools,
      resources: () => specResources(served.current),
    },
  });
}
