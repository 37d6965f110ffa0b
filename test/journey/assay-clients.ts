import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { BuildResult, DomainList, ValidationResult } from "../../src/proposals/results.js";

/** The operations of assay as a caller sees them, over any protocol. */
export interface AssayClient {
  listDomains(): Promise<DomainList>;
  validateProposal(request: object): Promise<ValidationResult>;
  buildProposal(request: object): Promise<BuildResult>;
  close(): Promise<void>;
}

/** Over REST at `baseUrl`, which is assay itself or the proxy of the identity service. */
export function restClient(baseUrl: string, headers: Record<string, string>): AssayClient {
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${baseUrl}${path}`, {
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  };
  return {
    listDomains: () => call("/api/domains"),
    validateProposal: (request) => call("/api/validate", request),
    buildProposal: (request) => call("/api/build", request),
    close: async () => {},
  };
}

/** Over MCP up to 2025-11-25, which starts with a handshake. */
export async function legacyMcpClient(
  url: string,
  headers: Record<string, string>,
): Promise<AssayClient> {
  const client = new LegacyClient({ name: "journey", version: "1.0.0" });
  const transport = new LegacyTransport(new URL(url), { requestInit: { headers } });
  // Its types do not compile with exactOptionalPropertyTypes.
  await client.connect(transport as Transport);
  return toolClient(client);
}

/** Over MCP 2026-07-28, which has no handshake. */
export async function modernMcpClient(
  url: string,
  headers: Record<string, string>,
): Promise<AssayClient> {
  const client = new ModernClient(
    { name: "journey", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(new ModernTransport(new URL(url), { requestInit: { headers } }));
  return toolClient(client);
}

interface ToolResult {
  isError?: boolean | undefined;
  structuredContent?: unknown;
  content?: unknown;
}

/** What both generations of MCP clients have in common. */
interface ToolCaller {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  close(): Promise<void>;
}

function toolClient(client: ToolCaller): AssayClient {
  const call = async <T>(name: string, request: object = {}): Promise<T> => {
    const result: ToolResult = await client.callTool({ name, arguments: { ...request } });
    if (result.isError) throw new Error(`${name} answered ${JSON.stringify(result.content)}`);
    return result.structuredContent as T;
  };
  return {
    listDomains: () => call("listDomains"),
    validateProposal: (request) => call("validateProposal", request),
    buildProposal: (request) => call("buildProposal", request),
    close: () => client.close(),
  };
}
