import { generateKeyPairSync, hash, randomBytes, sign } from "node:crypto";

/**
 * Signs calls for agents with its own Ed25519 key, for the agent-auth proxy headers of assay. The key lives as long
 * as this process: publish `jwkSet` after every start.
 */
export class CallSigner {
  #keyId = `idp-${randomBytes(6).toString("hex")}`;
  #keys = generateKeyPairSync("ed25519");

  /** RFC 7517, public keys only. */
  get jwkSet() {
    return {
      keys: [
        {
          ...this.#keys.publicKey.export({ format: "jwk" }),
          kid: this.#keyId,
          use: "sig",
          alg: "EdDSA",
        },
      ],
    };
  }

  /**
   * @param {{ audience: string, agent: string, capability: string }} grant
   * @param {{ method: string, target: string, contentType: string, body: Buffer }} call
   * @returns {Record<string, string>} the `x-adt-proxy-*` headers
   */
  headersFor({ audience, agent, capability }, { method, target, contentType, body }) {
    const claims = {
      "key-id": this.#keyId,
      timestamp: String(Math.floor(Date.now() / 1000)),
      nonce: randomBytes(16).toString("base64url"),
      audience,
      agent,
      capability,
    };
    const contentSha256 = hash("sha256", body);
    const lines = [
      ...Object.values(claims),
      method,
      target,
      contentType.toLowerCase(),
      contentSha256,
    ];
    const signature = sign(
      null,
      Buffer.from(["ADT-PROXY-V1", ...lines].join("\n")),
      this.#keys.privateKey,
    );
    const headers = {
      version: "1",
      ...claims,
      "content-sha256": contentSha256,
      signature: signature.toString("base64url"),
    };
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [`x-adt-proxy-${name}`, value]),
    );
  }
}
