import type { Middleware } from "koa";
import compose from "koa-compose";
import type { CurrentDependencies } from "../proposals/dependencies.js";
import type { Quota } from "../rate-limit/window.js";
import { type EndpointOptions, mcpEndpoint } from "./endpoint.js";
import { proposalDefinition } from "./proposal-definition.js";

interface McpOptions extends Omit<EndpointOptions, "definition"> {
  served: CurrentDependencies;
  serviceName: string;
  quota: Quota;
}

/** How the service answers `POST /mcp`. */
export function createMcp({ served, serviceName, quota, ...endpoint }: McpOptions): Middleware {
  return compose(mcpEndpoint({ ...endpoint, definition: proposalDefinition(served, serviceName, quota) }));
}
