import { childOf, joinPointer } from "../../ground/json/pointer.js";
import { excerpt } from "../../ground/text/quote.js";

export interface DiffLine {
  readonly sign: "-" | "+";
  readonly pointer: string;
  /** The value as JSON; a long one is cut. */
  readonly value?: string;
}

/** The differences between two JSON values, as lines of a diff. */
export function diffValues(before: unknown, after: unknown, pointer = ""): DiffLine[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const lines: DiffLine[] = [];
  if (isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      lines.push(
        ...diffValues(childOf(before, key), childOf(after, key), joinPointer(pointer, key)),
      );
    return lines;
  }
  if (before !== undefined) lines.push({ sign: "-", pointer, value: excerptAsJson(before) });
  if (after !== undefined) lines.push({ sign: "+", pointer, value: excerptAsJson(after) });
  return lines;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** A value as JSON; a long one is cut. */
export function excerptAsJson(value: unknown): string {
  const text = excerpt(value);
  return typeof text === "string" && typeof value !== "string" ? text : JSON.stringify(text);
}
