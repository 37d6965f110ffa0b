import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { AppError } from "../errors/app-error.js";
import type { BearerVerifier, Verdict } from "./bearer-verifier.js";
import { keysParser } from "./config-file.js";

interface StoredKey {
  readonly id: string;
  readonly digest: Buffer;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly disabled: boolean;
}

/** By the SHA-256 of the key, in hex. */
export type StoredKeys = ReadonlyMap<string, StoredKey>;

const read = keysParser<{ id: string; sha256: string; expiresAt?: string; disabled?: boolean }>({
  schema: {
    type: "object",
    required: ["id", "sha256"],
    // Strict, so that a misspelled "disabled" does not leave a key enabled.
    additionalProperties: false,
    properties: {
      id: { type: "string", pattern: "^[\\x21-\\x7e]{1,128}$" },
      sha256: { type: "string", pattern: "^[0-9a-f]{64}$" },
      expiresAt: { type: "string", format: "date-time" },
      disabled: { type: "boolean" },
    },
  },
  isOpen: false,
  unique: ["id", "sha256"],
});

/** Parses a keys file. Throws `ConfigErrors`. */
export function parseKeys(text: string): StoredKeys {
  const keys = read(text).map(({ id, sha256, expiresAt, disabled = false }) => ({
    id,
    digest: Buffer.from(sha256, "hex"),
    expiresAt: expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
    disabled,
  }));
  return new Map(keys.map((key) => [key.digest.toString("hex"), key]));
}

export class StoredKeyVerifier implements BearerVerifier {
  constructor(
    private readonly keys: { current(): StoredKeys },
    private readonly now: () => number = Date.now,
  ) {}

  async verify(key: string): Promise<Verdict> {
    const sha256 = hash("sha256", key);
    // The Map finds the key, the constant-time comparison decides. The timing of the lookup depends only on the
    // SHA-256 of the presented key, which nobody can steer towards a stored digest bit by bit.
    const stored = this.keys.current().get(sha256);
    if (stored === undefined || !timingSafeEqual(stored.digest, Buffer.from(sha256, "hex"))) {
      return new AppError("invalid-credentials", "the key is unknown; check it for typing errors, or get a new key");
    }
    if (stored.disabled) return new AppError("invalid-credentials", "the key is disabled; get a new key");
    if (stored.expiresAt <= this.now())
      return new AppError("invalid-credentials", "the key has expired; get a new key");
    return { callerId: stored.id };
  }
}

/** A key, which is shown once to its holder and stored nowhere, and its entry for the keys file. */
export function newKey(id: string) {
  const key = `ai_${randomBytes(32).toString("base64url")}`;
  return { key, entry: { id, sha256: hash("sha256", key) } };
}

/** A key that is valid until the process ends, to try the service without an identity service. */
export function developmentKey() {
  const { key, entry } = newKey("development");
  const keys = parseKeys(JSON.stringify({ keys: [entry] }));
  return { key, verifier: new StoredKeyVerifier({ current: () => keys }) };
}
