import { cacheByString } from "../ground/cache/bounded-map.js";
import { orderOf, weekdayOf } from "./order.js";
import { SpecError } from "./spec-error.js";

export type Evaluator = (value: unknown, other: unknown) => boolean;

/** What a value is compared with; "item" is a value that an array contains. */
export type ComparedKind =
  | "scalar"
  | "list"
  | "item"
  | "number"
  | "date"
  | "pattern"
  | "affix"
  | "weekdays"
  | "presence";

export interface OperatorDefinition {
  readonly compares: ComparedKind;
  readonly evaluate: Evaluator;
  /**
   * Operators that it is easily confused with: the opposite, and the one that includes or excludes
   * the limit.
   */
  readonly confusable: readonly string[];
}

function operator(
  compares: ComparedKind,
  evaluate: Evaluator,
  ...confusable: string[]
): OperatorDefinition {
  return { compares, evaluate, confusable };
}

/** An operator of numbers or of dates, which is false for any other value. */
function ordered(
  kind: "number" | "date",
  holds: (value: number, limit: number) => boolean,
  ...confusable: string[]
) {
  const evaluate: Evaluator = (value, limit) => {
    const [here, there] = [orderOf(value), orderOf(limit)];
    return here?.kind === kind && there?.kind === kind && holds(here.order, there.order);
  };
  return operator(kind, evaluate, ...confusable);
}

/**
 * Compiles a pattern. The loader checks once, before a package is served, that no string makes it
 * slow.
 */
export function compilePattern(source: string, pointer: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch (error) {
    throw new SpecError(`the pattern does not compile: ${(error as Error).message}`, pointer);
  }
}

const compileRegex = cacheByString((source) => new RegExp(source, "u"));

/**
 * The operators of conditions. An absent value meets only `notEqual`, `notIn` and `exists: false`.
 * They replace those of json-rules-engine, which convert strings to numbers, find two absent values
 * equal, and throw for some values.
 */
const DEFINITIONS = {
  equal: operator("scalar", (value, other) => other !== undefined && value === other, "notEqual"),
  notEqual: operator("scalar", (value, other) => other === undefined || value !== other, "equal"),
  in: operator("list", (value, list) => Array.isArray(list) && list.includes(value), "notIn"),
  notIn: operator("list", (value, list) => !(Array.isArray(list) && list.includes(value)), "in"),
  contains: operator(
    "item",
    (array, item) => Array.isArray(array) && array.includes(item) && item !== undefined,
    "doesNotContain",
  ),
  doesNotContain: operator(
    "item",
    (array, item) => Array.isArray(array) && (item === undefined || !array.includes(item)),
    "contains",
  ),
  lessThan: ordered(
    "number",
    (value, limit) => value < limit,
    "greaterThanInclusive",
    "lessThanInclusive",
  ),
  lessThanInclusive: ordered("number", (value, limit) => value <= limit, "greaterThan", "lessThan"),
  greaterThan: ordered(
    "number",
    (value, limit) => value > limit,
    "lessThanInclusive",
    "greaterThanInclusive",
  ),
  greaterThanInclusive: ordered(
    "number",
    (value, limit) => value >= limit,
    "lessThan",
    "greaterThan",
  ),
  matches: operator(
    "pattern",
    (value, pattern) =>
      typeof value === "string" && typeof pattern === "string" && compileRegex(pattern).test(value),
  ),
  startsWith: operator(
    "affix",
    (value, prefix) =>
      typeof value === "string" && typeof prefix === "string" && value.startsWith(prefix),
  ),
  endsWith: operator(
    "affix",
    (value, suffix) =>
      typeof value === "string" && typeof suffix === "string" && value.endsWith(suffix),
  ),
  before: ordered("date", (value, limit) => value < limit, "after"),
  after: ordered("date", (value, limit) => value > limit, "before"),
  onWeekday: operator("weekdays", (value, days) => {
    const day = weekdayOf(value);
    return day !== undefined && Array.isArray(days) && days.includes(day);
  }),
  exists: operator("presence", (value, wanted) => (value !== undefined) === wanted),
};

export type OperatorName = keyof typeof DEFINITIONS;

export const OPERATORS: ReadonlyMap<string, OperatorDefinition> = new Map(
  Object.entries(DEFINITIONS),
);

/** What an operator compares values with; undefined if there is no such operator. */
export function findComparedKind(operator: unknown): ComparedKind | undefined {
  return OPERATORS.get(String(operator))?.compares;
}
