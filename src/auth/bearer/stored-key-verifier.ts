import { hash, timingSafeEqual } from "node:crypto";
import type { BearerVerifier, Verdict } from "../verdict.js";
import { refuse } from "../verdict.js";
import type { StoredKeys } from "./parse-keys.js";

export class StoredKeyVerifier implements BearerVerifier {
  constructor(
    private readonly keys: { readonly current: StoredKeys },
    private readonly now: () => number = Date.now,
  ) {}

  async verify(key: string): Promise<Verdict> {
    const sha256 = hash("sha256", key);
    // The Map finds the key, the constant-time comparison decides. The timing of the lookup depends only on the
    // SHA-256 of the presented key, which nobody can steer towards a stored digest bit by bit.
    const stored = this.keys.current.get(sha256);
    if (stored === undefined || !timingSafeEqual(stored.digest, Buffer.from(sha256, "hex"))) {
      return refuse("invalid-credentials", "the key is unknown; check it for typing errors, or get a new key");
    }
    if (stored.disabled) return refuse("invalid-credentials", "the key is disabled; get a new key");
    if (stored.expiresAt <= this.now()) return refuse("invalid-credentials", "the key has expired; get a new key");
    return { ok: true, callerId: stored.id };
  }
}
