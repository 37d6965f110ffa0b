/** A position in a document: `offset` counts UTF-16 code units from 0, `line` and `column` count from 1. */
export type JsonPosition = { readonly offset: number; readonly line: number; readonly column: number };

const LINE_FEED = 0x0a;
/** Up to this distance, the next line feed is found faster without a search. */
const NEAR = 16;

export function jsonPosition(text: string, offset: number): JsonPosition {
  let line = 1;
  let start = 0;
  for (let at = 0; at < offset; at++) {
    if (text.charCodeAt(at) === LINE_FEED) {
      line++;
      start = at + 1;
    } else if (at - start === NEAR) {
      const next = text.indexOf("\n", at);
      if (next === -1) break;
      at = next - 1;
    }
  }
  return { offset, line, column: offset - start + 1 };
}

/** Why a document is rejected. */
export type JsonError = {
  /** `malformed-json`: not RFC 8259. `unacceptable-json`: JSON that parsers could read differently. */
  readonly code: "malformed-json" | "unacceptable-json";
  readonly detail: string;
  /** RFC 6901. Undefined if the document is malformed. */
  readonly pointer?: string;
  readonly position?: JsonPosition;
};
