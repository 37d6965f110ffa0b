import { type JSONRPCRequest, type Result, Server } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import type { McpDefinition } from "./definition.js";

/**
 * The supported revisions, by era: `legacy` starts with `initialize`, `modern` has no handshake.
 * Newest first: a legacy client that asks for an unsupported revision is offered the newest.
 */
export const PROTOCOL_VERSIONS = {
  modern: ["2026-07-28"],
  legacy: ["2025-11-25", "2025-06-18", "2025-03-26"],
};

/** A client that does not name its version speaks 2025-03-26, which has no structured content. */
export function hasStructuredContent(version = "2025-03-26"): boolean {
  return version !== "2025-03-26";
}

// Each server would create its own, to validate user input that is never requested.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** The SDK's server does the handshake, discovery and the format of results. */
export function createServer(
  { info, instructions }: McpDefinition,
  /** Undefined for a method that only the SDK may know. */
  handle: ((request: JSONRPCRequest) => Promise<Result>) | undefined,
  /** Whether the client can be notified of changed lists. */
  listChanged = false,
): Server {
  const lists = listChanged ? { listChanged } : {};
  const server = new Server(info, {
    capabilities: { tools: lists, resources: lists, prompts: {}, completions: {} },
    instructions,
    jsonSchemaValidator,
    supportedProtocolVersions: [...PROTOCOL_VERSIONS.modern, ...PROTOCOL_VERSIONS.legacy],
  });
  // With a handler per method, the SDK parses each request and result twice more.
  if (handle !== undefined) server.fallbackRequestHandler = handle;
  return server;
}
