import type { Lines } from "./mcp/line-transport.js";
import { proposalDefinition } from "./mcp/proposal-definition.js";
import { type LineSession, serveLines } from "./mcp/serve-lines.js";
import type { Dependencies } from "./proposals/dependencies.js";

/** Wires `assay mcp`: the MCP server of the service, for one client on this machine. */
export function startMcpSession(
  dependencies: Dependencies,
  serviceName: string,
  lines: Lines,
  onBug: (error: unknown) => void,
): LineSession {
  return serveLines(proposalDefinition(dependencies, serviceName), lines, onBug);
}
