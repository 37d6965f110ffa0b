/** One request or candidate to check, with the name under which its author knows it. */
export interface Document {
  readonly name: string;
  /** Of its first line in the file: that of a document in NDJSON may be any. */
  readonly line: number;
  /** The raw bytes, which may not be valid UTF-8. */
  readonly bytes: Buffer;
  readonly text: string;
}

/** What cannot be read, and why. */
export interface Unreadable {
  readonly name: string;
  readonly line: number;
  readonly code: string;
  readonly detail: string;
}

export type Input = Document | Unreadable;

export function toDocument(name: string, bytes: Buffer, line = 1): Document {
  return { name, line, bytes, text: bytes.toString() };
}
