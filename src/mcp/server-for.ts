import { type JSONRPCRequest, type Result, Server } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import type { McpDefinition } from "./definition.js";

/**
 * The revisions that are spoken, by era: `legacy` begins with `initialize`, `modern` has no handshake. The newest first:
 * it is what a legacy client gets that asks for another one.
 */
export const PROTOCOL_VERSIONS = {
  modern: ["2026-07-28"],
  legacy: ["2025-11-25", "2025-06-18", "2025-03-26"],
};

// Each server would make its own, 13 µs a request, only to check what users answer: they are never asked.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** The SDK's server for one request of either era: the handshake, discovery and the form of results are its work. */
export function serverFor(
  { info, instructions }: McpDefinition,
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
