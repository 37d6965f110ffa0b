import { bodyOf, requestOf, typical } from "../candidates/typical.js";
import { KEY } from "../servers/start-assay.js";

const bearer = { Authorization: `Bearer ${KEY}` };
const mcp = { ...bearer, Accept: "application/json, text/event-stream" };
const call = (params) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "validateProposal", arguments: requestOf(typical()), ...params },
  });

/** The kinds of requests: a page, and calls with the same candidate. A response that does not contain `expect` is a failure. */
export const REQUESTS = {
  page: { path: "/rules/generator-option/v1", headers: { Accept: "text/html" }, expect: "</html>" },
  bearer: { path: "/api/validate", headers: bearer, body: bodyOf(typical()), expect: '"valid":true' },
  signed: { path: "/api/validate", headers: {}, body: bodyOf(typical()), expect: '"valid":true', signed: true },
  mcpLegacy: {
    path: "/mcp",
    headers: { ...mcp, "MCP-Protocol-Version": "2025-11-25" },
    body: call(),
    expect: '"structuredContent"',
  },
  mcpModern: {
    path: "/mcp",
    headers: {
      ...mcp,
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": "tools/call",
      "Mcp-Name": "validateProposal",
    },
    body: call({
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    }),
    expect: '"structuredContent"',
  },
};
