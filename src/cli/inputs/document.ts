/** One request or candidate to check, with the name under which its author knows it. */
export interface Document {
  readonly name: string;
  /** From 1, if it is one line of several in NDJSON. */
  readonly line?: number;
  /** The raw bytes, which may not be valid UTF-8. */
  readonly bytes: Buffer;
  readonly text: string;
}

/** An input that cannot be read. */
export interface Unreadable {
  readonly name: string;
  readonly line?: number;
  readonly code: string;
  readonly detail: string;
}

export type Input = Document | Unreadable;

export function toDocument(name: string, bytes: Buffer, line?: number): Document {
  return { name, bytes, text: bytes.toString(), ...(line !== undefined && { line }) };
}

/** The name that is shown: `file.json`, or `file.ndjson:3` for a line. */
export function nameOf({ name, line }: { readonly name: string; readonly line?: number | undefined }): string {
  return line === undefined ? name : `${name}:${line}`;
}
