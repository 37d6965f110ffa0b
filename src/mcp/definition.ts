import type { CallToolResult, Implementation, Resource, Tool as ToolDefinition } from "@modelcontextprotocol/server";
import type { Observed } from "../http/observe.js";

export interface Tool {
  /** What `tools/list` says of it. */
  readonly definition: ToolDefinition;
  /** Whether the caller must be known. */
  readonly needsCaller: boolean;
  /** Takes whatever a model sent, and leaves in `observed` what the log line and the metrics are to say. */
  call(args: unknown, observed: Partial<Observed>): Promise<CallToolResult>;
}

/** A document that the model or its host can read. */
export interface Readable {
  readonly resource: Resource;
  read(): { text: string } | { blob: string };
}

/** All that is offered at the MCP door. */
export interface McpDefinition {
  readonly info: Implementation;
  /** For the model, before it sees a tool. */
  readonly instructions: string;
  readonly tools: ReadonlyMap<string, Tool>;
  /** By URI. */
  resources(): ReadonlyMap<string, Readable>;
}
