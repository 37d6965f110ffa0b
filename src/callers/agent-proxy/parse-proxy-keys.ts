import { createPublicKey, type KeyObject } from "node:crypto";
import { Faults } from "../faults.js";
import { jsonFileParser } from "../json-file-parser.js";
import { repeats } from "../repeats.js";
import { PRINTABLE } from "./printable.js";

export interface ProxyKey {
  readonly publicKey: KeyObject;
  /** Seconds since the epoch: good from `nbf` on, and no longer at `exp`. */
  readonly nbf: number;
  readonly exp: number;
}

/** By `kid`. */
export type ProxyKeys = ReadonlyMap<string, ProxyKey>;

interface JwkSet {
  readonly keys: readonly { kty: "OKP"; crv: "Ed25519"; kid: string; x: string; nbf?: number; exp?: number }[];
}

const read = jsonFileParser<JwkSet>({
  type: "object",
  required: ["keys"],
  properties: {
    keys: {
      type: "array",
      items: {
        type: "object",
        required: ["kty", "crv", "kid", "x"],
        properties: {
          kty: { const: "OKP" },
          crv: { const: "Ed25519" },
          kid: { type: "string", pattern: PRINTABLE.source },
          // Base64url of 32 bytes, whose last character carries two zero bits.
          x: { type: "string", pattern: "^[\\w-]{42}[AEIMQUYcgkosw048]$" },
          use: { const: "sig" },
          alg: { enum: ["EdDSA", "Ed25519"] },
          nbf: { type: "number" },
          exp: { type: "number" },
          // A private key has no business on a machine that only verifies.
          d: false,
        },
      },
    },
  },
});

/** The text of a JWK Set (RFC 7517) of Ed25519 keys (RFC 8037) → its keys; throws `Faults`. */
export function parseProxyKeys(text: string): ProxyKeys {
  const { keys } = read(text);
  const faults = repeats(keys, "/keys", "kid");
  if (faults.length > 0) throw new Faults(faults);
  return new Map(
    keys.map(({ kty, crv, kid, x, nbf = 0, exp = Number.POSITIVE_INFINITY }) => [
      kid,
      // Imported once: 14 µs a key.
      { publicKey: createPublicKey({ key: { kty, crv, x }, format: "jwk" }), nbf, exp },
    ]),
  );
}
