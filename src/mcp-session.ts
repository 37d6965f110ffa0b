import type { Lines } from "./mcp/line-transport.js";
import { proposalDefinition } from "./mcp/proposal-definition.js";
import { type LineSession, serveLines } from "./mcp/serve-lines.js";
import type { CurrentDependencies } from "./proposals/dependencies.js";

/** Wires `assay mcp`: the MCP server of the service, for one client on this machine. */
export function startMcpSession(
  served: CurrentDependencies,
  serviceName: string,
  lines: Lines,
  onBug: (error: unknown) => void,
): LineSession {
  return serveLines(proposalDefinition(served, serviceName), lines, onBug);
}
