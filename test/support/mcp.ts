import { eventually } from "./eventually.js";
import type { RawAnswer } from "./raw-connection.js";
import type { RawRequest } from "./raw-request.js";
import { send } from "./send.js";
import type { RunningService } from "./service.js";

type Params = Record<string, unknown>;

/** A request of the legacy era, which starts with `initialize`, as its clients send it. */
export function legacy(
  method: string,
  params?: Params,
  headers: RawRequest["headers"] = {},
): RawRequest {
  return {
    path: "/mcp",
    headers: {
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2025-11-25",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, ...(params && { params }) }),
  };
}

/** A request of 2026-07-28, which needs no handshake. */
export function modern(
  method: string,
  params: Params = {},
  headers: RawRequest["headers"] = {},
): RawRequest {
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

export interface RpcAnswer extends RawAnswer {
  /** The parsed body. */
  readonly rpc: {
    jsonrpc: "2.0";
    id: unknown;
    result?: {
      content: { type: string; text: string }[];
      structuredContent: object;
      isError?: boolean;
    } & Record<string, unknown>;
    error?: { code: number; message: string; data?: Record<string, unknown> };
  };
}

/** Sends one message to the MCP endpoint on its own connection. */
export async function ask(url: string, request: RawRequest): Promise<RpcAnswer> {
  const answer = await send({ url }, request);
  return { ...answer, rpc: answer.body === "" ? undefined : JSON.parse(answer.body) };
}

/** The log line of an answered request, which may arrive after the response. */
export async function logLine(
  service: RunningService,
  headers: Headers,
): Promise<Record<string, unknown> | undefined> {
  const find = () =>
    service.logged("request").find(({ requestId }) => requestId === headers.get("Request-Id"));
  await eventually(() => find() !== undefined);
  return find();
}
