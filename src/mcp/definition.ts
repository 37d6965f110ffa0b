import type {
  CallToolResult,
  GetPromptResult,
  Implementation,
  Prompt,
  Resource,
  ResourceTemplateType,
  Tool as ToolDefinition,
} from "@modelcontextprotocol/server";
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

/** The values that an argument may have, given the `others` that the user has already filled in. */
export type Complete = (argument: string, others: Arguments) => readonly string[];

export type Arguments = Readonly<Record<string, string>>;

/** Documents whose URI has variables. */
export interface Readables {
  /** As listed by `resources/templates/list`. */
  readonly template: ResourceTemplateType;
  find(uri: string): Readable | undefined;
  readonly complete: Complete;
}

/** A message that a user can start a conversation with. */
export interface StartPrompt {
  /** As listed by `prompts/list`. */
  readonly prompt: Prompt;
  /** Throws a `ProtocolError` for a wrong argument. */
  get(args: Arguments): GetPromptResult;
  readonly complete: Complete;
}

/** Everything that an MCP server serves, over HTTP or stdio. */
export interface McpDefinition {
  readonly info: Implementation;
  /** Shown to the model before the tools. */
  readonly instructions: string;
  readonly tools: ReadonlyMap<string, Tool>;
  /** By URI. */
  resources(): ReadonlyMap<string, Readable>;
  /** By URI template. */
  readonly templates: ReadonlyMap<string, Readables>;
  readonly prompts: ReadonlyMap<string, StartPrompt>;
}
