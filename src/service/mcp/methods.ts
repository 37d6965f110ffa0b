import {
  type CompleteResult,
  ResourceNotFoundError,
  type Result,
} from "@modelcontextprotocol/server";
import { isObject } from "../../ground/json/value.js";
import type { Arguments, McpDefinition, ToolCall } from "./definition.js";
import { invalidParams } from "./errors.js";

/** MCP allows no more values in one response. */
const MAX_VALUES = 100;

type Params = { readonly [name: string]: unknown };
type Method = (
  params: Params,
  definition: McpDefinition,
  call: ToolCall,
) => Result | Promise<Result>;

/** The methods of a definition. A tool validates its own arguments. */
export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["tools/list", (_, { tools }) => ({ tools: listDefinitions(tools.values()) })],
  [
    "tools/call",
    (params, { tools }, call) => {
      const tool = tools.get(params.name as string);
      if (tool !== undefined) return tool.run(params.arguments ?? {}, call);
      throw invalidParams(`unknown tool; use ${[...tools.keys()].join(", ")}`);
    },
  ],
  ["resources/list", (_, { resources }) => ({ resources: listDefinitions(resources()) })],
  [
    "resources/templates/list",
    (_, { templates }) => ({ resourceTemplates: listDefinitions(templates) }),
  ],
  ["resources/read", readResource],
  ["prompts/list", (_, { prompts }) => ({ prompts: listDefinitions(prompts) })],
  [
    "prompts/get",
    ({ name, arguments: args }, { prompts }) => {
      const prompt = prompts.find(({ definition }) => definition.name === name);
      if (prompt === undefined) throw invalidParams("unknown prompt; call prompts/list");
      return prompt.get(readArguments(args));
    },
  ],
  ["completion/complete", complete],
]);

export function listDefinitions<T>(offered: Iterable<{ readonly definition: T }>): T[] {
  return Array.from(offered, ({ definition }) => definition);
}

function readResource({ uri }: Params, definition: McpDefinition): Result {
  const resource = typeof uri === "string" ? definition.findResource(uri) : undefined;
  if (resource === undefined) {
    // Only this data distinguishes an unknown resource from other invalid params.
    const data = typeof uri === "string" ? new ResourceNotFoundError(uri).data : undefined;
    throw invalidParams("unknown resource; call resources/list", data);
  }
  const { mimeType } = resource.definition;
  return { contents: [{ uri, ...(mimeType !== undefined && { mimeType }), ...resource.read() }] };
}

/** Values for an argument of a prompt, or for a variable of a resource template. */
function complete({ ref, argument, context }: Params, definition: McpDefinition): CompleteResult {
  if (
    !isObject(argument) ||
    typeof argument.name !== "string" ||
    typeof argument.value !== "string"
  )
    throw invalidParams("the argument must have a name and a value");
  const { name, value } = argument;
  const others = readArguments(isObject(context) ? context.arguments : undefined);
  const { type, ...wanted } = isObject(ref) ? ref : {};
  const offered =
    type === "ref/prompt"
      ? definition.prompts.find((prompt) => prompt.definition.name === wanted.name)
      : definition.templates.find((template) => template.definition.uriTemplate === wanted.uri);
  if (offered === undefined)
    throw invalidParams("unknown ref; use a prompt or a resource template of this server");
  const fitting = new Set(
    offered.complete(name, others).filter((option) => option.startsWith(value)),
  );
  const values = [...fitting].slice(0, MAX_VALUES);
  return { completion: { values, total: fitting.size, hasMore: fitting.size > values.length } };
}

/** The arguments of a prompt or template, which are strings. */
function readArguments(args: unknown = {}): Arguments {
  if (!isObject(args) || !Object.values(args).every((value) => typeof value === "string"))
    throw invalidParams("the arguments must be an object of strings");
  return args as Arguments;
}
