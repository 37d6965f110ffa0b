import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Door } from "./door.js";
import { toolsDoor } from "./tools-door.js";

/** Over MCP 2026-07-28: every request stands alone. */
export async function statelessMcpDoor(url: string, headers: Record<string, string>): Promise<Door> {
  const client = new Client(
    { name: "journey", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return toolsDoor(client);
}
