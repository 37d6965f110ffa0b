/** A place in a text: `offset` counts UTF-16 code units from 0, `line` and `column` count from 1. */
export type JsonPosition = { readonly offset: number; readonly line: number; readonly column: number };

export function jsonPosition(text: string, offset: number): JsonPosition {
  const lines = text.slice(0, offset).split("\n");
  return { offset, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
