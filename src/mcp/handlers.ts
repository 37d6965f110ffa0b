import { ResourceNotFoundError, type Result } from "@modelcontextprotocol/server";
import type { Observed } from "../http/observe.js";
import { completion, readArguments } from "./completion.js";
import type { McpDefinition, Readable } from "./definition.js";
import { invalidParams } from "./errors.js";

type Params = { readonly [name: string]: unknown };
export type Handler = (
  params: Params,
  definition: McpDefinition,
  observed: Partial<Observed>,
  readsStructured: boolean,
) => Promise<Result>;

async function callTool(...[params, { tools }, observed, readsStructured]: Parameters<Handler>): Promise<Result> {
  const tool = tools.get(params.name as string);
  if (tool !== undefined) return tool.call(params.arguments ?? {}, observed, readsStructured);
  throw invalidParams(`unknown tool; use ${[...tools.keys()].join(", ")}`);
}

/** The methods that serve the definition. A tool validates its own arguments. */
export const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ["tools/list", async (_, { tools }) => ({ tools: [...tools.values()].map(({ definition }) => definition) })],
  ["tools/call", callTool],
  [
    "resources/list",
    async (_, { resources }) => ({ resources: [...resources().values()].map(({ resource }) => resource) }),
  ],
  [
    "resources/templates/list",
    async (_, { templates }) => ({ resourceTemplates: [...templates.values()].map(({ template }) => template) }),
  ],
  [
    "resources/read",
    async ({ uri }, definition) => {
      const found = findResource(uri, definition);
      if (found === undefined) throw invalidParams("unknown resource; call resources/list", notFound(uri));
      const { mimeType } = found.resource;
      return { contents: [{ uri, ...(mimeType !== undefined && { mimeType }), ...found.read() }] };
    },
  ],
  ["prompts/list", async (_, { prompts }) => ({ prompts: [...prompts.values()].map(({ prompt }) => prompt) })],
  [
    "prompts/get",
    async ({ name, arguments: args }, { prompts }) => {
      const prompt = prompts.get(name as string);
      if (prompt === undefined) throw invalidParams("unknown prompt; call prompts/list");
      return prompt.get(readArguments(args));
    },
  ],
  ["completion/complete", async (params, definition) => completion(params, definition)],
]);

function findResource(uri: unknown, { resources, templates }: McpDefinition): Readable | undefined {
  if (typeof uri !== "string") return undefined;
  const [found] = [...templates.values()].flatMap((template) => template.find(uri) ?? []);
  return resources().get(uri) ?? found;
}

/** Only this data distinguishes an unknown resource from other invalid params. */
function notFound(uri: unknown): unknown {
  return typeof uri === "string" ? new ResourceNotFoundError(uri).data : undefined;
}
