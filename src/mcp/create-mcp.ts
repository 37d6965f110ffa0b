import type { Context, Middleware } from "koa";
import compose from "koa-compose";
import type { AppError } from "../proposals/app-error.js";
import type { CurrentDependencies } from "../proposals/dependencies.js";
import type { Quota } from "../rate-limit/window.js";
import { type EndpointOptions, mcpEndpoint, writeRpcError } from "./endpoint.js";
import { proposalDefinition } from "./proposal-definition.js";

export interface McpOptions extends Omit<EndpointOptions, "definition"> {
  served: CurrentDependencies;
  serviceName: string;
  quota: Quota;
}

/** How the service answers at `/mcp`. */
export interface Mcp {
  readonly serve: Middleware;
  writeError(ctx: Context, error: AppError): void;
}

export function createMcp({ served, serviceName, quota, ...endpoint }: McpOptions): Mcp {
  const definition = proposalDefinition(served, serviceName, quota);
  return { serve: compose(mcpEndpoint({ ...endpoint, definition })), writeError: writeRpcError };
}
