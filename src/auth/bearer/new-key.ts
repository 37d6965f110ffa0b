import { hash, randomBytes } from "node:crypto";
import type { BearerVerifier } from "../verdict.js";
import { parseKeys } from "./parse-keys.js";
import { StoredKeyVerifier } from "./stored-key-verifier.js";

interface NewKey {
  /** Shown once to its holder and stored nowhere. */
  readonly key: string;
  /** The entry for the keys file. */
  readonly entry: { readonly id: string; readonly sha256: string };
}

export function newKey(id: string): NewKey {
  const key = `ai_${randomBytes(32).toString("base64url")}`;
  return { key, entry: { id, sha256: hash("sha256", key) } };
}

/** A key that is valid until the process ends, to try the service without an identity service. */
export function developmentKey(): { readonly key: string; readonly verifier: BearerVerifier } {
  const { key, entry } = newKey("development");
  return { key, verifier: new StoredKeyVerifier({ current: parseKeys(JSON.stringify({ keys: [entry] })) }) };
}
