import { type Refusal, refuse } from "../verdict.js";

/** The values allowed in a signed header. No leading or trailing white space, which HTTP does not preserve. */
export const PRINTABLE = /^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/;

const PRINTABLE_FORMAT = "1 to 128 printable ASCII characters";

// Only canonical values. Base64url of 16 or 64 bytes ends in one of four characters: others differ in bits that
// decoding ignores, so one signature would have sixteen encodings.
const FORMATS: Readonly<Record<string, readonly [pattern: RegExp, description: string]>> = {
  version: [/^1$/, "1"],
  "key-id": [PRINTABLE, PRINTABLE_FORMAT],
  timestamp: [/^[1-9]\d{0,11}$/, "the time in whole seconds since 1970"],
  nonce: [/^[\w-]{21}[AQgw]$/, "16 random bytes as 22 characters of base64url"],
  audience: [PRINTABLE, PRINTABLE_FORMAT],
  agent: [PRINTABLE, PRINTABLE_FORMAT],
  capability: [PRINTABLE, PRINTABLE_FORMAT],
  "content-sha256": [/^[0-9a-f]{64}$/, "the SHA-256 of the body in lower-case hex"],
  signature: [/^[\w-]{85}[AQgw]$/, "an Ed25519 signature as 86 characters of base64url"],
};

/** What an agent proxy claims about a call: well-formed, but not verified yet. */
export interface Claims {
  readonly ok: true;
  readonly keyId: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly audience: string;
  readonly agent: string;
  readonly capability: string;
  readonly contentSha256: string;
  readonly signature: string;
}

export function readClaims(headers: ReadonlyMap<string, string>): Claims | Refusal {
  const value = (name: string): string => headers.get(name) ?? "";
  const malformed = Object.entries(FORMATS).filter(([name, [pattern]]) => !pattern.test(value(name)));
  // An unsigned header could have been added by anyone on the way.
  const hasUnknown = [...headers.keys()].some((name) => !Object.hasOwn(FORMATS, name));
  if (malformed.length > 0 || hasUnknown) {
    const errors = malformed.map(([name, [, description]]) => `x-adt-proxy-${name} must be ${description}`);
    if (hasUnknown) errors.push("send no other x-adt-proxy header");
    return refuse("invalid-credentials", `the x-adt-proxy headers are malformed: ${errors.join("; ")}`);
  }
  return {
    ok: true,
    keyId: value("key-id"),
    timestamp: value("timestamp"),
    nonce: value("nonce"),
    audience: value("audience"),
    agent: value("agent"),
    capability: value("capability"),
    contentSha256: value("content-sha256"),
    signature: value("signature"),
  };
}
