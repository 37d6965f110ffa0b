import { childOf, joinPointer } from "../../ground/json/pointer.js";
import { excerpt } from "../../ground/text/quote.js";

/** A line of a diff. A moved value is shown only at its new place. */
export interface Difference {
  readonly sign: "-" | "+";
  readonly pointer: string;
  /** The value as JSON; a long one is cut. */
  readonly value?: string;
}

/** The differences between two JSON values, as lines of a diff. */
export function differences(before: unknown, after: unknown, pointer = ""): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) =>
      differences(childOf(before, key), childOf(after, key), joinPointer(pointer, key)),
    );
  }
  return [
    ...(before === undefined ? [] : [{ sign: "-" as const, pointer, value: asJson(before) }]),
    ...(after === undefined ? [] : [{ sign: "+" as const, pointer, value: asJson(after) }]),
  ];
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** A value as JSON; a long one is cut. */
export function asJson(value: unknown): string {
  const text = excerpt(value);
  return typeof text === "string" && typeof value !== "string" ? text : JSON.stringify(text);
}
