/** One request or candidate to check, with the name under which its author knows it. */
export interface Document {
  readonly name: string;
  /** From 1, if it is one line of several in NDJSON. */
  readonly line?: number;
  /** The raw bytes, which may not be valid UTF-8. */
  readonly bytes: Buffer;
  readonly text: string;
}

/** What cannot be read, and why. */
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

/** As it is shown: `file.json`, `file.ndjson:3`. */
export function nameOf({ name, line }: { readonly name: string; readonly line?: number | undefined }): string {
  return line === undefined ? name : `${name}:${line}`;
}
