/** How calls are signed for agents, as the agent-auth proxy of an operator does. */
export interface ProxySigning {
  /** The private key as a JWK (RFC 8037), with the `kid` that the service knows. */
  readonly key: {
    readonly kid: string;
    readonly kty: string;
    readonly crv?: string;
    readonly x?: string;
    readonly d?: string;
  };
  /** The agent that the call is made for; the rate limit counts per agent. */
  readonly agent: string;
  /** AUDIENCE of the service; by default the host of its URL. */
  readonly audience?: string;
  /** SERVICE_NAME of the service; by default `assay`. */
  readonly serviceName?: string;
}

/** The content type is empty if there is no body. */
type UnsignedCall = Readonly<Record<"method" | "operation" | "contentType" | "body", string>> & {
  readonly url: URL;
};

/** The `x-adt-proxy` headers of a call. Each signature is good for one call within a minute. */
export async function signCall(
  signing: ProxySigning,
  call: UnsignedCall,
): Promise<Record<string, string>> {
  const { key, agent, audience = call.url.host, serviceName = "assay" } = signing;
  const claims = {
    "key-id": key.kid,
    timestamp: String(Math.floor(Date.now() / 1000)),
    nonce: base64url(crypto.getRandomValues(new Uint8Array(16))),
    audience,
    agent,
    capability: `${serviceName}.${call.operation}`,
  };
  const contentSha256 = hex(await crypto.subtle.digest("SHA-256", toBytes(call.body)));
  const target = call.url.pathname + call.url.search;
  const lines = [
    "ADT-PROXY-V1",
    ...Object.values(claims),
    call.method,
    target,
    call.contentType,
    contentSha256,
  ];
  const signature = await crypto.subtle.sign(
    "Ed25519",
    await importKey(key),
    toBytes(lines.join("\n")),
  );
  const headers = {
    version: "1",
    ...claims,
    "content-sha256": contentSha256,
    signature: base64url(signature),
  };
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [`x-adt-proxy-${name}`, value]),
  );
}

function importKey({ kty, crv, x, d }: ProxySigning["key"]) {
  const jwk = { kty, ...(crv && { crv }), ...(x && { x }), ...(d && { d }) };
  return crypto.subtle.importKey("jwk", jwk, "Ed25519", false, ["sign"]);
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function base64url(bytes: ArrayBuffer | Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function hex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
