import { createPublicKey, type KeyObject } from "node:crypto";
import { keysParser, type ParseFile } from "./keys-file.js";

/** A signed header, without leading or trailing white space, which HTTP does not preserve. */
export const PRINTABLE = /^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/;

interface ProxyKey {
  readonly publicKey: KeyObject;
  /** Seconds since the epoch: valid from `nbf`, inclusive, until `exp`, exclusive. */
  readonly nbf: number;
  readonly exp: number;
}

/** By `kid`. */
export type ProxyKeys = ReadonlyMap<string, ProxyKey>;

const read = keysParser<{
  kty: "OKP";
  crv: "Ed25519";
  kid: string;
  x: string;
  nbf?: number;
  exp?: number;
}>({
  schema: {
    type: "object",
    required: ["kty", "crv", "kid", "x"],
    properties: {
      kty: { const: "OKP" },
      crv: { const: "Ed25519" },
      kid: { type: "string", pattern: PRINTABLE.source },
      // Base64url of 32 bytes: the last character carries two zero bits.
      x: { type: "string", pattern: "^[\\w-]{42}[AEIMQUYcgkosw048]$" },
      use: { const: "sig" },
      alg: { enum: ["EdDSA", "Ed25519"] },
      nbf: { type: "number" },
      exp: { type: "number" },
      // A machine that only verifies must not have a private key.
      d: false,
    },
  },
  isOpen: true,
  unique: ["kid"],
});

/** Parses a JWK Set (RFC 7517) of Ed25519 keys (RFC 8037). */
export const parseProxyKeys: ParseFile<ProxyKeys> = (text, file) =>
  new Map(
    read(text, file).map(({ kty, crv, kid, x, nbf = 0, exp = Number.POSITIVE_INFINITY }) => [
      kid,
      { publicKey: createPublicKey({ key: { kty, crv, x }, format: "jwk" }), nbf, exp },
    ]),
  );
