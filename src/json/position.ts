/** A position in a document: `offset` counts UTF-16 code units from 0, `line` and `column` count from 1. */
export type JsonPosition = { readonly offset: number; readonly line: number; readonly column: number };

export function jsonPosition(text: string, offset: number): JsonPosition {
  let line = 1;
  let start = 0;
  for (let feed = text.indexOf("\n"); feed !== -1 && feed < offset; feed = text.indexOf("\n", start)) {
    line++;
    start = feed + 1;
  }
  return { offset, line, column: offset - start + 1 };
}

/** Why a document is rejected. */
export type JsonError = {
  /** `malformed-json`: not RFC 8259. `unacceptable-json`: JSON that parsers could read differently. */
  readonly code: "malformed-json" | "unacceptable-json";
  /** The problem in a sentence, without its position. */
  readonly problem: string;
  /** The problem with its line and column. */
  readonly detail: string;
  /** RFC 6901. Undefined if the document is malformed. */
  readonly pointer?: string;
  readonly position?: JsonPosition;
};
