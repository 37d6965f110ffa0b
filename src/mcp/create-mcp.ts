import type { Middleware } from "koa";
import type { CurrentDependencies } from "../proposals/dependencies.js";
import type { Quota } from "../rate-limit/window.js";
import { type EndpointOptions, mcpEndpoint } from "./endpoint.js";
import { proposalDefinition } from "./proposal-definition.js";

export interface McpOptions extends Omit<EndpointOptions, "definition"> {
  served: CurrentDependencies;
  serviceName: string;
  quota: Quota;
}

/** The MCP endpoint of the service. */
export function createMcp({ served, serviceName, quota, ...endpoint }: McpOptions): Middleware {
  return mcpEndpoint({
    ...endpoint,
    // Pages of the service itself may call it.
    allowedOrigins: [...endpoint.allowedOrigins, new URL(served.current.baseUrl).origin],
    definition: proposalDefinition(served, serviceName, quota),
  });
}
