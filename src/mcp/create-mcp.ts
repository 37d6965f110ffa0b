import type { Middleware } from "koa";
import type { Quota } from "../budget/window.js";
import type { Surroundings } from "../proposals/surroundings.js";
import { type McpDoorOptions, mcpDoor } from "./mcp-door.js";
import { proposalTools } from "./proposal-tools.js";
import { specResources } from "./spec-resources.js";

export interface McpOptions extends Omit<McpDoorOptions, "offer"> {
  surroundings: Surroundings;
  serviceName: string;
  /** As the tools tell it to a model. */
  quota: Quota;
}

/** The MCP door: the three operations as tools, the current spec packages as resources. */
export function createMcp({ surroundings, serviceName, quota, ...door }: McpOptions): Middleware {
  const tools = new Map(proposalTools(surroundings, quota).map((tool) => [tool.definition.name, tool]));
  return mcpDoor({
    ...door,
    // A page of this very service is no stranger.
    allowedOrigins: [...door.allowedOrigins, new URL(surroundings.baseUrl).origin],
    offer: {
      info: { name: serviceName, version: "1.0.0" },
      instructions:
        "Checks proposals before they are submitted to a target product, and builds the package to submit. listDomains, then validateProposal until it is valid, then buildProposal, then submit the package yourself.",
      tools,
      resources: () => specResources(surroundings),
    },
  });
}
