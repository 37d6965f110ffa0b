import type { Claims } from "./read-claims.js";

interface SignedRequest {
  readonly method: string;
  /** The request target as sent: Node's `req.url`, before any router rewrites it. */
  readonly target: string;
  readonly contentType: string;
}

/**
 * The string that an agent proxy signs, or undefined if a value is not printable ASCII: with ASCII only, no value can
 * contain the LF separator, and lowercasing cannot change a value's length.
 */
export function stringToSign(claims: Omit<Claims, "ok" | "signature">, request: SignedRequest): string | undefined {
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
