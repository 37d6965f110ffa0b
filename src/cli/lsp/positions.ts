import type { Range, TextEdit } from "vscode-languageserver";
import { JsonRanges } from "../../json/json-ranges.js";
import { join } from "../../json/pointer.js";
import { jsonPosition } from "../../json/position.js";
import type { Edit, Span } from "../report/places.js";

/** The innermost value at an offset, or the property whose key is there; undefined if the text is not valid JSON. */
export function placeAt(text: string, offset: number): { pointer: string; range: Range } | undefined {
  const read = JsonRanges.read(text);
  if ("error" in read) return undefined;
  let pointer = "";
  for (;;) {
    const inside = read.ranges.children(pointer)?.find(({ start, value }) => start <= offset && offset <= value.to);
    if (inside === undefined) break;
    pointer = join(pointer, inside.token);
    const key = read.ranges.key(pointer);
    if (key && offset <= key.to) return { pointer, range: rangeOf(text, key.from, key.to) };
  }
  const { from, to } = read.ranges.value(pointer) ?? { from: 0, to: 0 };
  return { pointer, range: rangeOf(text, from, to) };
}

export function stringAt(text: string, pointer: string): string | undefined {
  const read = JsonRanges.read(text);
  const range = "error" in read ? undefined : read.ranges.value(pointer);
  const value = range && text[range.from] === '"' ? parsed(text.slice(range.from, range.to)) : undefined;
  return typeof value === "string" ? value : undefined;
}

export function toTextEdit({ insert, ...span }: Edit): TextEdit {
  return { range: rangeOfSpan(span), newText: insert };
}

export function rangeOfSpan({ start, end }: Span): Range {
  return {
    start: { line: start.line - 1, character: start.column - 1 },
    end: { line: end.line - 1, character: end.column - 1 },
  };
}

export function rangeOf(text: string, from: number, to: number): Range {
  return rangeOfSpan({ start: jsonPosition(text, from), end: jsonPosition(text, to) });
}

export function overlap(first: Range, second: Range): boolean {
  const isBefore = (a: Range["start"], b: Range["start"]) =>
    a.line < b.line || (a.line === b.line && a.character < b.character);
  return !isBefore(first.end, second.start) && !isBefore(second.end, first.start);
}

export function offsetAt(text: string, { line, character }: Range["start"]): number {
  let start = 0;
  for (let at = 0; at < line; at++) start = text.indexOf("\n", start) + 1 || text.length;
  return Math.min(start + character, text.length);
}

/** The value of a JSON text; undefined if it is not valid. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
