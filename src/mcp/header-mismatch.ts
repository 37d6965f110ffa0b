import type { IncomingHttpHeaders } from "node:http";
import type { JSONRPCRequest } from "@modelcontextprotocol/server";

/** The member of `params` that `Mcp-Name` repeats. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["resources/read", "uri"],
]);

const ENCODED = /^=\?base64\?(.*)\?=$/;

/**
 * What is wrong with the header fields that revision 2026-07-28 demands of every request (SEP-2243). The SDK's
 * classifier compares those that are there; that they are there is for who composes its parts to check.
 */
export function headerMismatch({ method, params }: JSONRPCRequest, headers: IncomingHttpHeaders): string | undefined {
  if (headers["mcp-protocol-version"] === undefined) return "the MCP-Protocol-Version header is missing";
  if (headers["mcp-method"] === undefined) return "the Mcp-Method header is missing";
  const member = NAMED.get(method);
  const name = member === undefined ? undefined : params?.[member];
  if (typeof name !== "string") return undefined;
  const said = headers["mcp-name"];
  if (said === undefined) return "the Mcp-Name header is missing";
  return decode(String(said)) === name ? undefined : `the Mcp-Name header is not params.${member}`;
}

/** Names that no header field can hold come as Base64 of their UTF-8. */
function decode(value: string): string | undefined {
  const base64 = ENCODED.exec(value)?.[1];
  if (base64 === undefined) return value;
  const bytes = Buffer.from(base64, "base64");
  // Node reads past what is no Base64; what does not come out as it went in was none.
  return bytes.toString("base64") === base64 ? bytes.toString() : undefined;
}
