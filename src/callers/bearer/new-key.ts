import { hash, randomBytes } from "node:crypto";

export interface NewKey {
  /** Shown once to whoever will hold it, and stored nowhere. */
  readonly key: string;
  /** The line for the keys file. */
  readonly entry: { readonly id: string; readonly sha256: string };
}

export function newKey(id: string): NewKey {
  const key = `ai_${randomBytes(32).toString("base64url")}`;
  return { key, entry: { id, sha256: hash("sha256", key) } };
}
