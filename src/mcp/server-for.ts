import { ProtocolErrorCode, ResourceNotFoundError, Server } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import type { Observed } from "../http/observe.js";
import type { Offer } from "./offer.js";
import { ProtocolFault } from "./protocol-fault.js";
import { PROTOCOL_VERSIONS } from "./protocol-versions.js";

// Each server would make its own, 13 µs a request, only to check what users answer: they are never asked.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** The SDK's server for one request, whatever its era. `onRan` hears that a handler of ours ran, and what it threw. */
export function serverFor(offer: Offer, observed: Partial<Observed>, onRan: (error?: unknown) => void): Server {
  const { info, instructions, tools, resources } = offer;
  const server = new Server(info, {
    capabilities: { tools: {}, resources: {} },
    instructions,
    jsonSchemaValidator,
    supportedProtocolVersions: [...PROTOCOL_VERSIONS.modern, ...PROTOCOL_VERSIONS.legacy],
  });
  const telling =
    <Request, Result>(handle: (request: Request) => Result | Promise<Result>) =>
    async (request: Request): Promise<Result> => {
      try {
        const result = await handle(request);
        onRan();
        return result;
      } catch (error) {
        onRan(error);
        throw error;
      }
    };

  server.setRequestHandler("tools/list", () => ({ tools: [...tools.values()].map(({ definition }) => definition) }));
  server.setRequestHandler(
    "tools/call",
    telling(({ params }) => {
      const tool = tools.get(params.name);
      if (tool !== undefined) return tool.call(params.arguments ?? {}, observed);
      const names = [...tools.keys()].join(", ");
      throw new ProtocolFault(ProtocolErrorCode.InvalidParams, `there is no such tool; the tools are ${names}`);
    }),
  );
  server.setRequestHandler("resources/list", () => ({
    resources: [...resources().values()].map(({ resource }) => resource),
  }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler(
    "resources/read",
    telling(({ params: { uri } }) => {
      const found = resources().get(uri);
      if (found === undefined) throw notFound(uri);
      const { mimeType } = found.resource;
      return { contents: [{ uri, ...(mimeType !== undefined && { mimeType }), ...found.read() }] };
    }),
  );
  return server;
}

function notFound(uri: string): ProtocolFault {
  const { code, data } = new ResourceNotFoundError(uri);
  return new ProtocolFault(code, "there is no such resource", data);
}
