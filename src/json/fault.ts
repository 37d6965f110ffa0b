/** A place in a text: `offset` counts UTF-16 code units from 0, `line` and `column` count from 1. */
export type JsonPosition = { readonly offset: number; readonly line: number; readonly column: number };

export function jsonPosition(text: string, offset: number): JsonPosition {
  const lines = text.slice(0, offset).split("\n");
  return { offset, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Why a text is not taken as JSON. */
export type JsonFault = {
  /** `malformed-json`: not RFC 8259. `unacceptable-json`: JSON that readers would understand differently. */
  readonly code: "malformed-json" | "unacceptable-json";
  readonly detail: string;
  /** RFC 6901; only what is JSON can be pointed into. */
  readonly pointer?: string;
  readonly position?: JsonPosition;
};
