import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";

export const AUDIENCE = "assay.example";

/** A proposal that can be validated, and so gets 200 once the caller is admitted. */
export const PROPOSAL =
  '{"targetProduct":"sample-studio","domainId":"generator-option","candidate":{}}';

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

/** What differs from `POST /api/validate` by an agent: parts of the request, and claims. */
export type SignedCallOptions = Partial<
  Record<
    "method" | "target" | "body" | "timestamp" | "nonce" | "audience" | "agent" | "capability",
    string
  >
>;

export function signingKey(kid: string): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return { kid, privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid } };
}

/** RFC 8032 §7.1, test 1. */
export const PUBLIC_KEY = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
const jwk = { kty: "OKP", crv: "Ed25519", kid: "idp-2026-11-a", x: PUBLIC_KEY };
export const PRIVATE_JWK = { ...jwk, d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A" };
export const KNOWN_KEY: SigningKey = {
  kid: jwk.kid,
  privateKey: createPrivateKey({ key: PRIVATE_JWK, format: "jwk" }),
  jwk,
};

/**
 * A call as the agent proxy makes it, with a new nonce. It follows the documentation of the scheme
 * and uses none of the code under test.
 */
export function signedCall(
  { kid, privateKey }: SigningKey,
  options: SignedCallOptions = {},
): SignedCall {
  const { method = "POST", target = "/api/validate", body = PROPOSAL, ...changed } = options;
  const claims = {
    "key-id": kid,
    timestamp: String(Math.floor(Date.now() / 1000)),
    nonce: randomBytes(16).toString("base64url"),
    audience: AUDIENCE,
    agent: "agent_7f3",
    capability: "assay.validateProposal",
    ...changed,
  };
  const sha256 = createHash("sha256").update(body).digest("hex");
  const lines = [
    "ADT-PROXY-V1",
    ...Object.values(claims),
    method,
    target,
    "application/json",
    sha256,
  ];
  const signature = sign(null, Buffer.from(lines.join("\n")), privateKey).toString("base64url");
  const proxy = { version: "1", ...claims, "content-sha256": sha256, signature };
  const headers = Object.entries(proxy).map(([name, value]) => [`X-Adt-Proxy-${name}`, value]);
  return {
    method,
    target,
    headers: { "Content-Type": "application/json", ...Object.fromEntries(headers) },
    body,
  };
}
