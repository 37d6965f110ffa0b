import { type CompleteResult, ResourceNotFoundError, type Result } from "@modelcontextprotocol/server";
import { isObject } from "../../ground/json/value.js";
import type { Arguments, Complete, McpDefinition, ToolCall } from "./definition.js";
import { invalidParams } from "./errors.js";

/** MCP allows no more values in one response. */
const MAX_VALUES = 100;

type Params = { readonly [name: string]: unknown };
type Handler = (params: Params, definition: McpDefinition, call: ToolCall, readsStructured: boolean) => Promise<Result>;

/** The methods that serve the definition. A tool validates its own arguments. */
const METHODS: Readonly<Record<string, Handler>> = {
  "tools/list": async (_, { tools }) => ({ tools: listDefinitions(tools.values()) }),
  async "tools/call"(params, { tools }, call, readsStructured) {
    const tool = tools.get(params.name as string);
    if (tool !== undefined) return tool.run(params.arguments ?? {}, call, readsStructured);
    throw invalidParams(`unknown tool; use ${[...tools.keys()].join(", ")}`);
  },
  "resources/list": async (_, { resources }) => ({ resources: listDefinitions(resources()) }),
  "resources/templates/list": async (_, { templates }) => ({ resourceTemplates: listDefinitions(templates) }),
  async "resources/read"({ uri }, definition) {
    const resource = typeof uri === "string" ? definition.findResource(uri) : undefined;
    if (resource === undefined) {
      // Only this data distinguishes an unknown resource from other invalid params.
      const data = typeof uri === "string" ? new ResourceNotFoundError(uri).data : undefined;
      throw invalidParams("unknown resource; call resources/list", data);
    }
    const { mimeType } = resource.definition;
    return { contents: [{ uri, ...(mimeType !== undefined && { mimeType }), ...resource.read() }] };
  },
  "prompts/list": async (_, { prompts }) => ({ prompts: listDefinitions(prompts) }),
  async "prompts/get"({ name, arguments: args }, { prompts }) {
    const prompt = prompts.find(({ definition }) => definition.name === name);
    if (prompt === undefined) throw invalidParams("unknown prompt; call prompts/list");
    return prompt.get(readArguments(args));
  },
  "completion/complete": async (params, definition) => completion(params, definition),
};
export const HANDLERS: ReadonlyMap<string, Handler> = new Map(Object.entries(METHODS));

export function listDefinitions<T>(offered: Iterable<{ readonly definition: T }>): T[] {
  return Array.from(offered, ({ definition }) => definition);
}

/** Suggests values for an argument of a prompt, or for a variable of a resource template. */
function completion(params: Params, definition: McpDefinition): CompleteResult {
  const { ref, argument, context } = params;
  if (!isObject(argument) || typeof argument.name !== "string" || typeof argument.value !== "string")
    throw invalidParams("the argument must have a name and a value");
  const { name, value } = argument;
  const others = readArguments(isObject(context) ? context.arguments : undefined);
  const fitting = new Set(findCompletion(ref, definition)(name, others).filter((option) => option.startsWith(value)));
  const values = [...fitting].slice(0, MAX_VALUES);
  return { completion: { values, total: fitting.size, hasMore: fitting.size > values.length } };
}

function findCompletion(ref: unknown, { prompts, templates }: McpDefinition): Complete {
  const { type, name, uri } = isObject(ref) ? ref : {};
  const offered =
    type === "ref/prompt"
      ? prompts.find(({ definition }) => definition.name === name)
      : templates.find(({ definition }) => definition.uriTemplate === uri);
  if (offered === undefined) throw invalidParams("unknown ref; use a prompt or a resource template of this server");
  return offered.complete;
}

/** The arguments of a prompt or template, which are strings. */
function readArguments(args: unknown = {}): Arguments {
  if (!isObject(args) || !Object.values(args).every((value) => typeof value === "string"))
    throw invalidParams("the arguments must be an object of strings");
  return args as Arguments;
}
