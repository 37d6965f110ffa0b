import { equal, type Json } from "../json/value.js";

/** Properties that a value is compared with. */
const MOST_COMPARED = 100;
/** Shorter strings, numbers and booleans are equal by chance. */
const TELLING = 3;

export function isEmpty(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return value === null || (typeof value === "object" && Object.keys(value as object).length === 0);
}

/** A value of so many characters that nobody asked for, such as a version or a date, is no loss. */
const LONGEST_LOSS = 64;

export function isNoLoss(value: unknown): boolean {
  return isEmpty(value) || (typeof value !== "object" && String(value).length <= LONGEST_LOSS);
}

/** What the values of an object are compared with. Taken once per object: to list its keys for each value is quadratic. */
export function firstValues(object: Record<string, unknown>): unknown[] {
  const values: unknown[] = [];
  for (const key in object) {
    values.push(object[key]);
    if (values.length === MOST_COMPARED) break;
  }
  return values;
}

/** Whether nothing is lost with a property of an object: its value is empty, or there under another name too. */
export function isSpare(value: unknown, first: readonly unknown[]): boolean {
  if (isEmpty(value)) return true;
  if (typeof value === "string" ? value.length < TELLING : typeof value !== "object") return false;
  let equals = 0;
  for (const other of first) if (equal(other as Json, value as Json) && ++equals > 1) return true;
  return false;
}
