import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { PROPOSAL } from "./call.js";

export const AUDIENCE = "assay.example";

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  /** The entry for the JWK Set of the service. */
  readonly jwk: object;
}

export interface SignedCall {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SignedCallOptions {
  readonly method?: string;
  readonly target?: string;
  readonly agent?: string;
  readonly capability?: string;
  readonly body?: string;
}

export function signingKey(kid: string): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return { kid, privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid } };
}

/** A call as the agent proxy makes it, with a new nonce. */
export function signedCall({ kid, privateKey }: SigningKey, options: SignedCallOptions = {}): SignedCall {
  const { method = "POST", target = "/api/validate", body = PROPOSAL } = options;
  const claims = {
    "key-id": kid,
    timestamp: String(Math.floor(Date.now() / 1000)),
    nonce: randomBytes(16).toString("base64url"),
    audience: AUDIENCE,
    agent: options.agent ?? "agent_7f3",
    capability: options.capability ?? "assay.validateProposal",
  };
  const sha256 = createHash("sha256").update(body).digest("hex");
  const lines = ["ADT-PROXY-V1", ...Object.values(claims), method, target, "application/json", sha256];
  const signature = sign(null, Buffer.from(lines.join("\n")), privateKey).toString("base64url");
  const proxy = { version: "1", ...claims, "content-sha256": sha256, signature };
  return {
    method,
    target,
    headers: {
      "Content-Type": "application/json",
      ...Object.fromEntries(Object.entries(proxy).map(([name, value]) => [`X-Adt-Proxy-${name}`, value])),
    },
    body,
  };
}
