import { createHash, createPrivateKey, randomBytes, sign } from "node:crypto";
import { KEY_ID, PUBLIC_KEY } from "../auth/agent-proxy/signed-call.js";

/** RFC 8032 §7.1, test 1. */
const PRIVATE_KEY = createPrivateKey({
  key: { kty: "OKP", crv: "Ed25519", x: PUBLIC_KEY, d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A" },
  format: "jwk",
});

export const PROXY_KEYS = JSON.stringify({ keys: [{ kty: "OKP", crv: "Ed25519", kid: KEY_ID, x: PUBLIC_KEY }] });
export const AUDIENCE = "assay.example";

/** The headers that the agent-auth proxy adds to a `POST /mcp`. */
export function signedHeaders(body: string, capability: string, agent = "agent_7f3"): Record<string, string> {
  const claims = {
    "key-id": KEY_ID,
    timestamp: String(Math.floor(Date.now() / 1000)),
    nonce: randomBytes(16).toString("base64url"),
    audience: AUDIENCE,
    agent,
    capability,
  };
  const sha256 = createHash("sha256").update(body).digest("hex");
  const lines = ["ADT-PROXY-V1", ...Object.values(claims), "POST", "/mcp", "application/json", sha256];
  const signature = sign(null, Buffer.from(lines.join("\n")), PRIVATE_KEY).toString("base64url");
  const headers = Object.entries({ version: "1", ...claims, "content-sha256": sha256, signature });
  return Object.fromEntries(headers.map(([name, value]) => [`X-Adt-Proxy-${name}`, value]));
}
