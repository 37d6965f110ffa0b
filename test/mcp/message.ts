import type { RawRequest } from "../support/raw-request.js";

type Params = Record<string, unknown>;

/** A request of the legacy era, which starts with `initialize`, as its clients send it. */
export function legacy(method: string, params?: Params, headers: RawRequest["headers"] = {}): RawRequest {
  return {
    path: "/mcp",
    headers: { Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, ...(params && { params }) }),
  };
}

/** A request of 2026-07-28, which needs no handshake. */
export function modern(method: string, params: Params = {}, headers: RawRequest["headers"] = {}): RawRequest {
  const name = params.name ?? params.uri;
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    path: "/mcp",
    headers: {
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": method,
      ...(typeof name === "string" && { "Mcp-Name": name }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { _meta, ...params } }),
  };
}

export const ERAS = [
  ["2025-11-25", legacy],
  ["2026-07-28", modern],
] as const;

/** A tool call of either era. */
export const toolCall =
  (era: typeof legacy, key?: string) =>
  (name: string, args?: unknown): RawRequest =>
    era(
      "tools/call",
      { name, ...(args !== undefined && { arguments: args }) },
      key === undefined ? {} : { Authorization: `Bearer ${key}` },
    );
