import { hash, randomBytes } from "node:crypto";
import { AppError } from "../../proposals/errors/app-error.js";
import { keysParser, type ParseFile } from "./keys-file.js";

export interface KeyHolder {
  readonly callerId: string;
}

export interface BearerVerifier {
  /** The error repeats nothing of the caller. The guesses of an `address` are bounded. */
  verify(key: string, address: string): Promise<KeyHolder | AppError>;
}

interface StoredKey {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly disabled: boolean;
}

/** By the SHA-256 of the key, in hex. */
export type StoredKeys = ReadonlyMap<string, StoredKey>;

export const KEY_ID = "^[\\x21-\\x7e]{1,128}$";

const read = keysParser<{ id: string; sha256: string; expiresAt?: string; disabled?: boolean }>({
  schema: {
    type: "object",
    required: ["id", "sha256"],
    // Strict, so a misspelled "disabled" does not leave a key enabled.
    additionalProperties: false,
    properties: {
      id: { type: "string", pattern: KEY_ID },
      sha256: { type: "string", pattern: "^[0-9a-f]{64}$" },
      expiresAt: { type: "string", format: "date-time" },
      disabled: { type: "boolean" },
    },
  },
  isOpen: false,
  unique: ["id", "sha256"],
});

export const parseKeys: ParseFile<StoredKeys> = (text, file) =>
  new Map(
    read(text, file).map(({ id, sha256, expiresAt, disabled = false }) => [
      sha256,
      {
        id,
        expiresAt: expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
        disabled,
      },
    ]),
  );

export function storedKeyVerifier(
  keys: { current(): StoredKeys },
  now: () => number = Date.now,
): BearerVerifier {
  const refused = (detail: string) => new AppError("invalid-credentials", detail);
  return {
    async verify(key) {
      // Its timing depends on the SHA-256 of the key, which callers cannot control bit by bit.
      const stored = keys.current().get(hash("sha256", key));
      if (stored === undefined)
        return refused("the key is unknown; check it for typing errors, or get a new key");
      if (stored.disabled) return refused("the key is disabled; get a new key");
      return stored.expiresAt <= now()
        ? refused("the key has expired; get a new key")
        : { callerId: stored.id };
    },
  };
}

/** A key, which is shown once and stored nowhere, and its entry for the keys file. */
export function newKey(id: string) {
  const key = `ai_${randomBytes(32).toString("base64url")}`;
  return { key, entry: { id, sha256: hash("sha256", key) } };
}

/** A key that is valid until the process ends, to try the service without an identity service. */
export function newDevelopmentKey() {
  const { key, entry } = newKey("development");
  const keys = new Map([
    [entry.sha256, { id: entry.id, expiresAt: Number.POSITIVE_INFINITY, disabled: false }],
  ]);
  return { key, bearer: storedKeyVerifier({ current: () => keys }) };
}
