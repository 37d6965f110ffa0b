import { ProtocolErrorCode, ResourceNotFoundError, type Result } from "@modelcontextprotocol/server";
import type { Observed } from "../http/observe.js";
import type { McpDefinition } from "./definition.js";
import { ProtocolError } from "./errors.js";

type Params = { readonly [name: string]: unknown };
export type Handler = (
  params: Params,
  definition: McpDefinition,
  observed: Partial<Observed>,
  readsStructured: boolean,
) => Promise<Result>;

/** The methods that serve the definition. A tool validates its own arguments. */
export const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ["tools/list", async (_, { tools }) => ({ tools: [...tools.values()].map(({ definition }) => definition) })],
  [
    "tools/call",
    async ({ name, arguments: args }, { tools }, observed, readsStructured) => {
      const tool = tools.get(name as string);
      if (tool !== undefined) return tool.call(args ?? {}, observed, readsStructured);
      throw invalidParams(`unknown tool; use ${[...tools.keys()].join(", ")}`);
    },
  ],
  [
    "resources/list",
    async (_, { resources }) => ({ resources: [...resources().values()].map(({ resource }) => resource) }),
  ],
  ["resources/templates/list", async () => ({ resourceTemplates: [] })],
  [
    "resources/read",
    async ({ uri }, { resources }) => {
      const found = resources().get(uri as string);
      if (found === undefined) throw invalidParams("unknown resource; call resources/list", notFound(uri));
      const { mimeType } = found.resource;
      return { contents: [{ uri, ...(mimeType !== undefined && { mimeType }), ...found.read() }] };
    },
  ],
]);

function invalidParams(message: string, data?: unknown): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
}

/** Only this data distinguishes an unknown resource from other invalid params. */
function notFound(uri: unknown): unknown {
  return typeof uri === "string" ? new ResourceNotFoundError(uri).data : undefined;
}
