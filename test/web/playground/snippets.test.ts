import { execFileSync } from "node:child_process";
import { asCurl, asMcpCall, asSubmission } from "../../../web/playground/snippets.js";

const ENVELOPE = { targetProduct: "studio", domainId: "d", candidate: { title: `it's "$HOME" \\ \`ls\`` } };

/** The arguments that a shell would give to curl. */
function argumentsOf(snippet: string): string[] {
  const print = 'curl() { for argument in "$@"; do printf "%s\\0" "$argument"; done; }';
  const options = { env: { ASSAY_KEY: "ai_key" }, encoding: "utf8" } as const;
  return execFileSync("/bin/sh", ["-c", `${print}\n${snippet}`], options)
    .split("\0")
    .slice(0, -1);
}

test("curl gets the request as it is, whatever quotes it holds, and the key from the environment", () => {
  expect(argumentsOf(asCurl("http://localhost/api/validate", ENVELOPE))).toEqual([
    "http://localhost/api/validate",
    ...["-H", "Authorization: Bearer ai_key"],
    ...["-H", "Content-Type: application/json"],
    ...["-d", JSON.stringify(ENVELOPE)],
  ]);
});

test("an MCP call is a JSON-RPC message with the request as its arguments", () => {
  expect(JSON.parse(asMcpCall(ENVELOPE))).toMatchObject({
    method: "tools/call",
    params: { name: "validateProposal", arguments: ENVELOPE },
  });
});

test("a submission sends the package to the target product", () => {
  const proposalPackage = {
    formatVersion: "1" as const,
    targetProduct: "studio",
    domainId: "d",
    specPackage: { version: "v1", digest: "sha256:1" },
    proposal: {},
    digest: "sha256:2",
  };
  const submission = {
    method: "POST" as const,
    url: "http://studio.test/api/proposals",
    headers: { "Idempotency-Key": "2" },
  };
  expect(argumentsOf(asSubmission({ proposalPackage, submission }))).toEqual([
    submission.url,
    ...["-H", "Authorization: Bearer ai_key"],
    ...["-H", "Idempotency-Key: 2"],
    ...["-d", JSON.stringify({ proposalPackage })],
  ]);
});
