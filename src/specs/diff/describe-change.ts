import type { RuleSource } from "../../engine/grammar.js";
import { isObject } from "../../json/value.js";
import { quote } from "../../text/quote.js";
import type { Change } from "./changes.js";

/** A change in one sentence. */
export function describeChange({ pointer, before, after, item, step, part }: Change): string {
  if (item !== undefined) return `${pointer} ${before === undefined ? "has" : "no longer has"} ${quote(item)}`;
  const [, rule] = /^\/rules\/([^/]+)\/deprecated$/.exec(pointer) ?? [];
  if (rule !== undefined)
    return isObject(after)
      ? `/rules/${rule} is ${deprecationText(after as unknown as Deprecation)}`
      : `/rules/${rule} is no longer deprecated`;
  if (part === "words") return `${pointer} is worded differently`;
  const subject = step === undefined ? pointer : `the step ${quote(step)}`;
  if (before === undefined) return `${subject} is new${shown(after)}`;
  if (after === undefined) return `${subject} is gone`;
  if (isPlain(before) && isPlain(after)) return `${pointer} is ${quote(after)}, was ${quote(before)}`;
  return `${subject} is changed`;
}

type Deprecation = NonNullable<RuleSource["deprecated"]>;

export function deprecationText({ since, use }: Deprecation): string {
  return `deprecated since ${since}${use === undefined ? "" : `; use ${use}`}`;
}

function isPlain(value: unknown): boolean {
  return !isObject(value) && !(Array.isArray(value) && value.some((item) => typeof item === "object"));
}

function shown(value: unknown): string {
  return isPlain(value) ? `: ${quote(value)}` : "";
}
