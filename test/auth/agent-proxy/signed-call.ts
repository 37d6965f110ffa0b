import { createHash, createPrivateKey, randomBytes, sign } from "node:crypto";
import { AgentProxy } from "../../../src/auth/agent-proxy/agent-proxy.js";
import { parseProxyKeys } from "../../../src/auth/agent-proxy/parse-proxy-keys.js";
import { readCredentials } from "../../../src/auth/read-credentials.js";
import type { Refusal } from "../../../src/auth/verdict.js";

/** RFC 8032 §7.1, test 1. */
export const PUBLIC_KEY = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
const PRIVATE_KEY = createPrivateKey({
  key: { kty: "OKP", crv: "Ed25519", x: PUBLIC_KEY, d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A" },
  format: "jwk",
});

export const NOW = 1_794_700_800;
export const KEY_ID = "idp-2026-11-a";

export interface Call {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** Signs as a proxy would: follows the documentation of the scheme and uses none of the code under test. */
export function signedCall(changed: Partial<Record<string, string>> = {}, privateKey = PRIVATE_KEY): Call {
  const body = Buffer.from('{"targetProduct":"sample-studio","domainId":"generator-option","candidate":{}}');
  const claims = {
    "key-id": KEY_ID,
    timestamp: String(NOW),
    nonce: randomBytes(16).toString("base64url"),
    audience: "assay.example",
    agent: "agent_7f3",
    capability: "assay.validateProposal",
    ...changed,
  };
  const sha256 = createHash("sha256").update(body).digest("hex");
  const lines = ["ADT-PROXY-V1", ...Object.values(claims), "POST", "/api/validate", "application/json", sha256];
  const signature = sign(null, Buffer.from(lines.join("\n")), privateKey).toString("base64url");
  const proxy = Object.entries({ version: "1", ...claims, "content-sha256": sha256, signature });
  return {
    method: "POST",
    target: "/api/validate",
    headers: [
      ["Host", "assay.example"],
      ["Content-Type", "application/json"],
      ...proxy.map(([name, value]) => [`X-Adt-Proxy-${name}`, value as string] as const),
    ],
    body,
  };
}

export function agentProxy(options: Partial<ConstructorParameters<typeof AgentProxy>[0]> = {}): AgentProxy {
  const jwk = { kty: "OKP", crv: "Ed25519", kid: KEY_ID, x: PUBLIC_KEY };
  return new AgentProxy({
    keys: { current: parseProxyKeys(JSON.stringify({ keys: [jwk] })) },
    audience: "assay.example",
    now: () => NOW * 1000,
    ...options,
  });
}

/** The checks of a call, in the order in which the service makes them. Its nonce is checked where it is counted. */
export async function admit(
  proxy: AgentProxy,
  { method, target, headers, body }: Call,
): Promise<Refusal | { ok: true; agent: string }> {
  const credentials = readCredentials(headers.flat());
  if (!credentials.ok) return credentials;
  if (credentials.kind !== "proxy") throw new Error("not a proxy call");
  const call = await proxy.verify(credentials, { method, target });
  if (!call.ok) return call;
  return (
    proxy.checkCapability(call, "assay.validateProposal") ??
    proxy.checkBody(call, body) ?? { ok: true, agent: call.agent }
  );
}
