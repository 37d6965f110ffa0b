import { Operator } from "json-rules-engine";
import { remembering } from "../cache/bounded-map.js";
import { orderOf } from "./order.js";

export type Evaluator = (value: unknown, other: unknown) => boolean;

const numeric = (holds: (value: number, limit: number) => boolean) => (value: unknown, limit: unknown) =>
  typeof value === "number" && typeof limit === "number" && holds(value, limit);

const dated = (holds: (value: number, limit: number) => boolean) => (value: unknown, limit: unknown) => {
  const [here, there] = [orderOf(value), orderOf(limit)];
  return here?.kind === "date" && there?.kind === "date" && holds(here.order, there.order);
};

const CACHED_PATTERNS = 1_000;

/** Compiles a pattern of a package. */
const patternOf = remembering(CACHED_PATTERNS, (source) => new RegExp(source, "u"));

/**
 * The operators of conditions. An absent value meets only `notEqual`, `notIn` and `exists: false`. They replace those
 * of json-rules-engine, which convert strings to numbers, find two absent values equal, and throw for some values.
 */
const EVALUATORS: Readonly<Record<string, Evaluator>> = {
  equal: (value, other) => other !== undefined && value === other,
  notEqual: (value, other) => other === undefined || value !== other,
  in: (value, list) => Array.isArray(list) && list.includes(value),
  notIn: (value, list) => !(Array.isArray(list) && list.includes(value)),
  contains: (array, item) => Array.isArray(array) && array.includes(item) && item !== undefined,
  doesNotContain: (array, item) => Array.isArray(array) && (item === undefined || !array.includes(item)),
  lessThan: numeric((value, limit) => value < limit),
  lessThanInclusive: numeric((value, limit) => value <= limit),
  greaterThan: numeric((value, limit) => value > limit),
  greaterThanInclusive: numeric((value, limit) => value >= limit),
  matches: (value, pattern) =>
    typeof value === "string" && typeof pattern === "string" && patternOf(pattern).test(value),
  startsWith: (value, prefix) => typeof value === "string" && typeof prefix === "string" && value.startsWith(prefix),
  before: dated((value, limit) => value < limit),
  after: dated((value, limit) => value > limit),
  exists: (value, wanted) => (value !== undefined) === wanted,
};

/** The operators for json-rules-engine, which decides the conditions of rules. */
export const OPERATORS: readonly Operator[] = Object.entries(EVALUATORS).map(
  ([name, evaluate]) => new Operator(name, evaluate),
);

/** The function of an operator, for conditions on items: there may be thousands, and an engine run takes 10 µs. */
export function evaluatorOf(operator: string): Evaluator | undefined {
  return Object.hasOwn(EVALUATORS, operator) ? EVALUATORS[operator] : undefined;
}

/** Operators that compare numbers, and are false for any other value. */
export const NUMERIC: ReadonlySet<string> = new Set([
  "lessThan",
  "lessThanInclusive",
  "greaterThan",
  "greaterThanInclusive",
]);

/** Operators that compare dates, and are false for any other value. */
export const DATED: ReadonlySet<string> = new Set(["before", "after"]);

/** Operators that look inside a string. */
export const TEXTUAL: ReadonlySet<string> = new Set(["matches", "startsWith"]);
