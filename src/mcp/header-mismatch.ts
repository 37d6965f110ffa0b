import type { IncomingHttpHeaders } from "node:http";
import type { JSONRPCRequest } from "@modelcontextprotocol/server";

/** The property of `params` that `Mcp-Name` repeats. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["resources/read", "uri"],
  ["prompts/get", "name"],
]);

const ENCODED = /^=\?base64\?(.*)\?=$/;

/**
 * Checks the headers that revision 2026-07-28 requires on every request (SEP-2243). The SDK's classifier compares the
 * headers that are present, but does not require them.
 */
export function headerMismatch({ method, params }: JSONRPCRequest, headers: IncomingHttpHeaders): string | undefined {
  if (headers["mcp-protocol-version"] === undefined) return "the MCP-Protocol-Version header is missing; send it";
  if (headers["mcp-method"] === undefined) return "the Mcp-Method header is missing; send it";
  const property = NAMED.get(method);
  const name = property === undefined ? undefined : params?.[property];
  if (typeof name !== "string") return undefined;
  const header = headers["mcp-name"];
  if (header === undefined) return "the Mcp-Name header is missing; send it";
  return decode(String(header)) === name ? undefined : `the Mcp-Name header must be equal to params.${property}`;
}

/** A name that a header cannot hold is sent as Base64 of its UTF-8. */
function decode(value: string): string | undefined {
  const base64 = ENCODED.exec(value)?.[1];
  if (base64 === undefined) return value;
  const bytes = Buffer.from(base64, "base64");
  // Node skips invalid characters, so only a round trip proves that it was Base64.
  return bytes.toString("base64") === base64 ? bytes.toString() : undefined;
}
