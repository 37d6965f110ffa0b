import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Door } from "./door.js";
import { toolsDoor } from "./tools-door.js";

/** Over MCP up to 2025-11-25: the client introduces itself first. */
export async function handshakeMcpDoor(url: string, headers: Record<string, string>): Promise<Door> {
  const client = new Client({ name: "journey", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  // Its own types do not hold under exactOptionalPropertyTypes.
  await client.connect(transport as Transport);
  return toolsDoor(client);
}
