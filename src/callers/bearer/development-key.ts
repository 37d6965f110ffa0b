import type { BearerVerifier } from "./bearer-verifier.js";
import { newKey } from "./new-key.js";
import { parseKeys } from "./parse-keys.js";
import { StoredKeyVerifier } from "./stored-key-verifier.js";

/** A key that lives as long as the process, for trying the service out without an identity service. */
export function developmentKey(): { readonly key: string; readonly verifier: BearerVerifier } {
  const { key, entry } = newKey("development");
  return { key, verifier: new StoredKeyVerifier({ current: parseKeys(JSON.stringify({ keys: [entry] })) }) };
}
