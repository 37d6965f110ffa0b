import { curlCommand } from "../../src/ground/text/curl.js";
import type { BuildResult } from "../../src/proposals/results.js";
import type { Envelope } from "./service-client.js";

/** Stands for a key: one that was typed does not belong in a snippet that is shared. */
const KEY = "$ASSAY_KEY";

export function asCurl(url: string, envelope: Envelope): string {
  const headers = { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" };
  return curlCommand(url, headers, JSON.stringify(envelope));
}

/** The JSON-RPC message of a call, for any MCP client or inspector. */
export function asMcpCall(envelope: Envelope): string {
  const params = { name: "validateProposal", arguments: envelope };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, null, 2);
}

type Built = Required<Pick<BuildResult, "proposalPackage" | "submission">>;

/** The request that the author sends to the target product next. */
export function asSubmission({ proposalPackage, submission }: Built): string {
  const { url, headers } = submission;
  return curlCommand(
    url,
    { Authorization: `Bearer ${KEY}`, ...headers },
    JSON.stringify({ proposalPackage }),
  );
}
