import { ConfigErrors, duplicates, jsonFileParser } from "../json-file-parser.js";

interface StoredKey {
  readonly id: string;
  readonly digest: Buffer;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly disabled: boolean;
}

/** By the SHA-256 of the key, in hex. */
export type StoredKeys = ReadonlyMap<string, StoredKey>;

interface KeysFile {
  readonly keys: readonly { id: string; sha256: string; expiresAt?: string; disabled?: boolean }[];
}

const read = jsonFileParser<KeysFile>({
  type: "object",
  required: ["keys"],
  additionalProperties: false,
  properties: {
    keys: {
      type: "array",
      items: {
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
    },
  },
});

/** Parses a keys file. Throws `ConfigErrors`. */
export function parseKeys(text: string): StoredKeys {
  const { keys } = read(text);
  const errors = [...duplicates(keys, "/keys", "id"), ...duplicates(keys, "/keys", "sha256")];
  if (errors.length > 0) throw new ConfigErrors(errors);
  return new Map(
    keys.map(({ id, sha256, expiresAt, disabled = false }) => [
      sha256,
      {
        id,
        digest: Buffer.from(sha256, "hex"),
        expiresAt: expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
        disabled,
      },
    ]),
  );
}
