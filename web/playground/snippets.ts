import type { JsonObject } from "../../src/json/value.js";
import type { BuildResult } from "../../src/proposals/results.js";
import type { Envelope } from "./service-client.js";

/** Stands for a key: one that was typed does not belong in a snippet that is shared. */
const KEY = "$ASSAY_KEY";

export function asCurl(url: string, envelope: Envelope): string {
  return curl(url, { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" }, envelope);
}

/** The JSON-RPC message of a call, for any MCP client or inspector. */
export function asMcpCall(envelope: Envelope): string {
  const params = { name: "validateProposal", arguments: envelope };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, null, 2);
}

/** The request that the author sends to the target product next. */
export function asSubmission({
  proposalPackage,
  submission,
}: Required<Pick<BuildResult, "proposalPackage" | "submission">>): string {
  const { url, headers } = submission;
  return curl(
    url,
    { Authorization: `Bearer ${KEY}`, ...headers },
    { proposalPackage: proposalPackage as unknown as JsonObject },
  );
}

function curl(url: string, headers: Record<string, string>, body: JsonObject): string {
  // The shell replaces the key, so that its header is in double quotes.
  const fields = Object.entries(headers).map(([name, value]) => `  -H "${name}: ${value}" \\\n`);
  return `curl ${quoted(url)} \\\n${fields.join("")}  -d ${quoted(JSON.stringify(body))}`;
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
