import { isObject } from "../../json/value.js";
import { quote } from "../../text/quote.js";
import type { Change } from "./changes.js";

/** A change in one sentence. */
export function describeChange({ pointer, before, after, item, step, part }: Change): string {
  if (item !== undefined) return `${pointer} ${before === undefined ? "has" : "no longer has"} ${quote(item)}`;
  if (part === "words") return `${pointer} is worded differently`;
  const what = step === undefined ? pointer : `the step ${quote(step)}`;
  if (before === undefined) return `${what} is new${shown(after)}`;
  if (after === undefined) return `${what} is gone`;
  if (isPlain(before) && isPlain(after)) return `${pointer} is ${quote(after)}, was ${quote(before)}`;
  return `${what} is changed`;
}

function isPlain(value: unknown): boolean {
  return !isObject(value) && !(Array.isArray(value) && value.some((item) => typeof item === "object"));
}

function shown(value: unknown): string {
  return isPlain(value) ? `: ${quote(value)}` : "";
}
