import type { CallToolResult, Implementation, Resource, Tool as ToolDefinition } from "@modelcontextprotocol/server";
import type { Observed } from "../http/observe.js";

export interface Tool {
  /** As listed by `tools/list`. */
  readonly definition: ToolDefinition;
  /** Whether credentials are required. */
  readonly needsCaller: boolean;
  /**
   * `args` is whatever the model sent. Records in `observed` what the log line and the metrics need. A client of a
   * revision without structured content gets all of the result as text.
   */
  call(args: unknown, observed: Partial<Observed>, readsStructured: boolean): Promise<CallToolResult>;
}

/** A document that the model or its host can read. */
export interface Readable {
  readonly resource: Resource;
  read(): { text: string } | { blob: string };
}

/** Everything that the MCP endpoint serves. */
export interface McpDefinition {
  readonly info: Implementation;
  /** Shown to the model before the tools. */
  readonly instructions: string;
  readonly tools: ReadonlyMap<string, Tool>;
  /** By URI. */
  resources(): ReadonlyMap<string, Readable>;
}
