import type {
  CallToolResult,
  GetPromptResult,
  Implementation,
  Prompt as PromptDefinition,
  Resource as ResourceDefinition,
  ResourceTemplateType,
  Tool as ToolDefinition,
} from "@modelcontextprotocol/server";
import type { AppError } from "../../proposals/errors/app-error.js";
import type { CallFacts } from "../../proposals/results.js";
import type { Decision } from "../rate-limit/window.js";

/** What a call of a tool brings along. */
export interface ToolCall {
  /** Whether the client knows structured content; if not, the text has the whole result. */
  readonly readsStructured: boolean;
  /** Why the tool must not work: the key or the JSON of the arguments is refused. */
  readonly refusal?: AppError | undefined;
  /** How many calls the caller has left, and the seconds until there are more. */
  readonly budget?: Pick<Decision, "remaining" | "resetSeconds"> | undefined;
  /** Called with what to log about the call. */
  note?(facts: CallFacts): void;
}

export interface Tool {
  readonly definition: ToolDefinition;
  readonly needsKey: boolean;
  run(args: unknown, call: ToolCall): Promise<CallToolResult>;
}

/** A document that the model or its host can read. */
export interface Resource {
  readonly definition: ResourceDefinition;
  read(): { text: string } | { blob: string };
}

/** The values that an argument may have, given the `others` that are filled in. */
type Complete = (argument: string, others: Arguments) => readonly string[];

export type Arguments = Readonly<Record<string, string>>;

/** Documents whose URI has variables. */
export interface Template {
  readonly definition: ResourceTemplateType;
  readonly complete: Complete;
}

/** A message that a user can start a conversation with. */
export interface Prompt {
  readonly definition: PromptDefinition;
  /** Throws a `ProtocolError` for a wrong argument. */
  get(args: Arguments): GetPromptResult;
  readonly complete: Complete;
}

/** What an MCP server serves, over HTTP or stdio. */
export interface McpDefinition {
  readonly info: Implementation;
  /** Shown to the model before the tools. */
  readonly instructions: string;
  readonly tools: ReadonlyMap<string, Tool>;
  resources(): readonly Resource[];
  /** The resource that has a URI, listed or of a template. */
  findResource(uri: string): Resource | undefined;
  readonly templates: readonly Template[];
  readonly prompts: readonly Prompt[];
}
