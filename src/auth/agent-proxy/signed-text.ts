import type { Claims } from "./read-claims.js";

export interface SignedRequest {
  readonly method: string;
  /** As sent: Node's `req.url`, before any router rewrites it. */
  readonly target: string;
  readonly contentType: string;
}

/**
 * The text under an agent proxy's signature, or undefined where there is none: only printable ASCII can be signed, so
 * no value can hold the LF that parts them, and lower-casing cannot change a character's width.
 */
export function signedText(claims: Omit<Claims, "ok" | "signature">, request: SignedRequest): string | undefined {
  const values = [
    claims.keyId,
    claims.timestamp,
    claims.nonce,
    claims.audience,
    claims.agent,
    claims.capability,
    request.method,
    request.target,
    request.contentType.toLowerCase(),
    claims.contentSha256,
  ];
  return values.every((value) => /^[\x20-\x7e]*$/.test(value)) ? ["ADT-PROXY-V1", ...values].join("\n") : undefined;
}
