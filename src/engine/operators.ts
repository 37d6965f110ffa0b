import { Operator } from "json-rules-engine";

export type Evaluator = (value: unknown, other: unknown) => boolean;

const numeric = (holds: (value: number, limit: number) => boolean) => (value: unknown, limit: unknown) =>
  typeof value === "number" && typeof limit === "number" && holds(value, limit);

/**
 * The operators of conditions. An absent value meets only `notEqual`, `notIn` and `exists: false`. They replace those
 * of json-rules-engine, which convert strings to numbers, find two absent values equal, and throw for some values.
 */
const EVALUATORS: Readonly<Record<string, Evaluator>> = {
  equal: (value, other) => other !== undefined && value === other,
  notEqual: (value, other) => other === undefined || value !== other,
  in: (value, list) => (list as unknown[]).includes(value),
  notIn: (value, list) => !(list as unknown[]).includes(value),
  contains: (array, item) => Array.isArray(array) && array.includes(item) && item !== undefined,
  doesNotContain: (array, item) => Array.isArray(array) && (item === undefined || !array.includes(item)),
  lessThan: numeric((value, limit) => value < limit),
  lessThanInclusive: numeric((value, limit) => value <= limit),
  greaterThan: numeric((value, limit) => value > limit),
  greaterThanInclusive: numeric((value, limit) => value >= limit),
  exists: (value, wanted) => (value !== undefined) === wanted,
};

/** The same operators for json-rules-engine, which decides the conditions of rules. */
export const OPERATORS: readonly Operator[] = Object.entries(EVALUATORS).map(
  ([name, evaluate]) => new Operator(name, evaluate),
);

/** The operator as a function, for conditions on items: there may be thousands, and an engine run takes 10 µs. */
export function evaluatorOf(operator: string): Evaluator | undefined {
  return Object.hasOwn(EVALUATORS, operator) ? EVALUATORS[operator] : undefined;
}

/** Operators that compare numbers, and do not hold for any other value. */
export const NUMERIC: ReadonlySet<string> = new Set([
  "lessThan",
  "lessThanInclusive",
  "greaterThan",
  "greaterThanInclusive",
]);
