import { type Refusal, refuse } from "../verdict.js";

/** What a name in a signed header may be. No white space at its ends, since HTTP does not keep it there. */
export const PRINTABLE = /^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/;

const PRINTABLE_WORDS = "1 to 128 printable ASCII characters";

// Only the canonical form of each value. Base64url of 16 or 64 bytes ends in one of four characters: the others differ
// in bits that decoding throws away, so one signature would have sixteen spellings.
const FORMS: Readonly<Record<string, readonly [form: RegExp, words: string]>> = {
  version: [/^1$/, "1"],
  "key-id": [PRINTABLE, PRINTABLE_WORDS],
  timestamp: [/^[1-9]\d{0,11}$/, "the time in whole seconds since 1970"],
  nonce: [/^[\w-]{21}[AQgw]$/, "16 random bytes as 22 characters of base64url"],
  audience: [PRINTABLE, PRINTABLE_WORDS],
  agent: [PRINTABLE, PRINTABLE_WORDS],
  capability: [PRINTABLE, PRINTABLE_WORDS],
  "content-sha256": [/^[0-9a-f]{64}$/, "the SHA-256 of the body in lower-case hex"],
  signature: [/^[\w-]{85}[AQgw]$/, "an Ed25519 signature as 86 characters of base64url"],
};

/** What an agent proxy says about a call, well-formed but not yet believed. */
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
  const wrong = Object.entries(FORMS).filter(([name, [form]]) => !form.test(value(name)));
  // A header that is not signed could have been added by anyone on the way.
  const unknown = [...headers.keys()].some((name) => !Object.hasOwn(FORMS, name));
  if (wrong.length > 0 || unknown) {
    const faults = wrong.map(([name, [, words]]) => `x-adt-proxy-${name} must be ${words}`);
    if (unknown) faults.push("no other x-adt-proxy header may be sent");
    return refuse("invalid-credentials", `The x-adt-proxy headers are not well-formed: ${faults.join("; ")}.`);
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
