import { type JSONRPCRequest, type Result, Server } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import type { Offer } from "./offer.js";
import { PROTOCOL_VERSIONS } from "./protocol-versions.js";

// Each server would make its own, 13 µs a request, only to check what users answer: they are never asked.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** The SDK's server for one request of either era: the handshake, discovery and the form of results are its work. */
export function serverFor(
  { info, instructions }: Offer,
  handler: ((request: JSONRPCRequest) => Promise<Result>) | undefined,
): Server {
  const server = new Server(info, {
    capabilities: { tools: {}, resources: {} },
    instructions,
    jsonSchemaValidator,
    supportedProtocolVersions: [...PROTOCOL_VERSIONS.modern, ...PROTOCOL_VERSIONS.legacy],
  });
  // A handler that is set for its method has each request parsed twice more, and each result: a sixth of a REST call.
  if (handler !== undefined) server.fallbackRequestHandler = handler;
  return server;
}
