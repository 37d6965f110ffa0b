import { ProtocolErrorCode, ResourceNotFoundError, type Result } from "@modelcontextprotocol/server";
import type { Observed } from "../http/observe.js";
import type { McpDefinition } from "./definition.js";
import { ProtocolFault } from "./errors.js";

type Params = { readonly [name: string]: unknown };
export type Handler = (params: Params, definition: McpDefinition, observed: Partial<Observed>) => Promise<Result>;

/** The methods that are about the definition. What a tool makes of its arguments is its own matter. */
export const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ["tools/list", async (_, { tools }) => ({ tools: [...tools.values()].map(({ definition }) => definition) })],
  [
    "tools/call",
    async ({ name, arguments: args }, { tools }, observed) => {
      const tool = tools.get(name as string);
      if (tool !== undefined) return tool.call(args ?? {}, observed);
      throw invalidParams(`there is no such tool; the tools are ${[...tools.keys()].join(", ")}`);
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
      if (found === undefined) throw invalidParams("there is no such resource", notFound(uri));
      const { mimeType } = found.resource;
      return { contents: [{ uri, ...(mimeType !== undefined && { mimeType }), ...found.read() }] };
    },
  ],
]);

function invalidParams(message: string, data?: unknown): ProtocolFault {
  return new ProtocolFault(ProtocolErrorCode.InvalidParams, message, data);
}

/** By this data alone clients tell a resource that is not there from other wrong params. */
function notFound(uri: unknown): unknown {
  return typeof uri === "string" ? new ResourceNotFoundError(uri).data : undefined;
}
