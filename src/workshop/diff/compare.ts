import type { Comparison, Condition } from "../../engine/grammar.js";
import { orderOf } from "../../engine/order.js";
import { isEqual, isObject, type Json } from "../../ground/json/value.js";
import type { Acceptance } from "../../specs/release-records.js";

/** What the change back accepts. Also: a rule accepts less if its condition holds for more. */
export function invert(acceptance: Acceptance): Acceptance {
  if (acceptance === "less") return "more";
  return acceptance === "more" ? "less" : acceptance;
}

/** What several changes accept together. */
export function combine(all: readonly Acceptance[]): Acceptance {
  const [first = "same", ...others] = new Set(all.filter((one) => one !== "same"));
  return others.length === 0 ? first : "either";
}

/** Compares two numbers or dates of which the smaller one accepts less. None accepts everything. */
export function compareUpperBounds(
  before: unknown = Infinity,
  after: unknown = Infinity,
): Acceptance {
  const [old, now] = [orderOf(before), orderOf(after)];
  if (old === undefined || now === undefined || old.kind !== now.kind) return "either";
  if (old.order === now.order) return "same";
  return now.order < old.order ? "less" : "more";
}

/** Compares two numbers or dates of which the larger one accepts less. */
export function compareLowerBounds(
  before: unknown = -Infinity,
  after: unknown = -Infinity,
): Acceptance {
  return invert(compareUpperBounds(before, after));
}

/** Compares two upper limits: literals, or the same reference with another number added. */
export function compareLimits(before: unknown, after: unknown): Acceptance {
  if (!isObject(before) || !isObject(after)) return compareUpperBounds(before, after);
  const added = (["plus", "plusDays"] as const).find((key) => !isEqual(before[key], after[key]));
  if (added === undefined || !isEqual({ ...before, [added]: 0 }, { ...after, [added]: 0 }))
    return "either";
  return compareUpperBounds(before[added] ?? 0, after[added] ?? 0);
}

/** Fractions are not compared: computing with them is not exact. */
export function compareMultiples(before: unknown, after: unknown): Acceptance {
  if (before === undefined || after === undefined) return before === undefined ? "less" : "more";
  if (!Number.isSafeInteger(before) || !Number.isSafeInteger(after)) return "either";
  const [old, now] = [Number(before), Number(after)];
  if (old % now === 0) return "more";
  return now % old === 0 ? "less" : "either";
}

/** Compares two lists of allowed values: a shorter one accepts less. */
export function compareLists(before: unknown, after: unknown): Acceptance {
  if (!Array.isArray(before) || !Array.isArray(after)) return "either";
  const hasLost = lacksSome(after, before);
  const hasGained = lacksSome(before, after);
  if (hasLost) return hasGained ? "either" : "less";
  return hasGained ? "more" : "same";
}

function lacksSome(list: readonly unknown[], wanted: readonly unknown[]): boolean {
  return wanted.some((item) => !list.some((other) => isEqual(other, item)));
}

/** A condition with data in place of the references to it; null where a rule has none. */
export type InlinedCondition = Condition | null;

/** Compares two conditions: "less" if the later one holds for fewer candidates. */
export function compareConditions(before: InlinedCondition, after: InlinedCondition): Acceptance {
  if (isEqual(before, after)) return "same";
  if (before === null || after === null) return before === null ? "less" : "more";
  if ("all" in before || "all" in after)
    return compareParts(partsOf(before, "all"), partsOf(after, "all"), "less");
  if ("any" in before || "any" in after)
    return compareParts(partsOf(before, "any"), partsOf(after, "any"), "more");
  if ("not" in before && "not" in after) return invert(compareConditions(before.not, after.not));
  if ("operator" in before && "operator" in after) return compareComparisons(before, after);
  return "either";
}

/** A condition without `all` or `any` is the only part. */
function partsOf(condition: Condition, key: "all" | "any"): readonly Condition[] {
  return (condition as Record<"all" | "any", Condition[] | undefined>)[key] ?? [condition];
}

/** Compares the parts of `all` or `any`; `addedAccepts` is what one more part does. */
function compareParts(
  before: readonly Condition[],
  after: readonly Condition[],
  addedAccepts: "less" | "more",
): Acceptance {
  const gone = before.filter((part) => !after.some((other) => isEqual(part, other)));
  const added = after.filter((part) => !before.some((other) => isEqual(part, other)));
  const [goneFirst, addedFirst] = [gone[0], added[0]];
  if (goneFirst !== undefined && addedFirst !== undefined)
    return gone.length + added.length === 2 ? compareConditions(goneFirst, addedFirst) : "either";
  if (goneFirst === undefined && addedFirst === undefined) return "same";
  return addedFirst === undefined ? invert(addedAccepts) : addedAccepts;
}

const EQUALITY = ["equal", "in"];
const INEQUALITY = ["notEqual", "notIn"];
const WITH_LOWER_BOUND = ["greaterThan", "greaterThanInclusive", "after"];
const WITH_UPPER_BOUND = ["lessThan", "lessThanInclusive", "before"];

function compareComparisons(before: Comparison, after: Comparison): Acceptance {
  const { operator: old, value: valueBefore, ...placeBefore } = before;
  const { operator: now, value: valueAfter, ...placeAfter } = after;
  if (!isEqual(placeBefore, placeAfter)) return "either";
  const areBoth = (operators: readonly string[]) =>
    operators.includes(old) && operators.includes(now);
  if (areBoth(EQUALITY)) return compareLists(listOperand(before), listOperand(after));
  if (areBoth(INEQUALITY)) return invert(compareLists(listOperand(before), listOperand(after)));
  if (old !== now) return "either";
  if (WITH_UPPER_BOUND.includes(old)) return compareLimits(valueBefore, valueAfter);
  return WITH_LOWER_BOUND.includes(old) ? invert(compareLimits(valueBefore, valueAfter)) : "either";
}

/** `equal` is `in` with one value. */
function listOperand({ operator, value }: Comparison): Json {
  return operator === "equal" || operator === "notEqual" ? [value] : value;
}
