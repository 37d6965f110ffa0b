import { findDefinition } from "../../engine/checks/index.js";
import type { CheckSource, Comparison, Condition } from "../../engine/grammar.js";
import type { OperatorName } from "../../engine/operators.js";
import { valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";

/** What the paths of comparisons start from, unless they name another fact. */
type Scope = "candidate" | "item";

/** The condition of a rule or of a fix in words, one line for each comparison. */
export function conditionLines(condition: Condition, data: JsonObject, indent = ""): string[] {
  if ("not" in condition)
    return [`${indent}not:`, ...conditionLines(condition.not, data, `${indent}  `)];
  const parts = splitCondition(condition);
  if (parts === undefined) return [`${indent}${comparisonWords(condition as Comparison, data)}`];
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return conditionLines(only, data, indent);
  const words = "all" in condition ? "all of:" : "any of:";
  return [
    `${indent}${words}`,
    ...parts.flatMap((part) => conditionLines(part, data, `${indent}  `)),
  ];
}

/** The condition of an item in words, as part of a line. */
function itemCondition(condition: Condition, data: JsonObject, isPart = false): string {
  if ("not" in condition) return `not (${itemCondition(condition.not, data)})`;
  const parts = splitCondition(condition);
  if (parts === undefined) return comparisonWords(condition as Comparison, data, "item");
  const isGroup = parts.length > 1;
  const words = parts
    .map((part) => itemCondition(part, data, isGroup))
    .join("all" in condition ? " and " : " or ");
  return isGroup && isPart ? `(${words})` : words;
}

function splitCondition(condition: Condition): Condition[] | undefined {
  return "all" in condition ? condition.all : "any" in condition ? condition.any : undefined;
}

const OPERATOR_WORDS: Readonly<Record<Exclude<OperatorName, "exists">, string>> = {
  equal: "is",
  notEqual: "is not",
  in: "is one of",
  notIn: "is none of",
  contains: "contains",
  doesNotContain: "does not contain",
  lessThan: "is less than",
  lessThanInclusive: "is at most",
  greaterThan: "is more than",
  greaterThanInclusive: "is at least",
  matches: "matches",
  startsWith: "starts with",
  endsWith: "ends with",
  before: "is before",
  after: "is after",
  onWeekday: "falls on one of",
};

export function comparisonWords(
  comparison: Comparison,
  data: JsonObject,
  scope: Scope = "candidate",
): string {
  const { operator, value } = comparison;
  const subject = subjectWords(scope, comparison, data);
  if (operator === "exists") return `${subject} ${value === true ? "exists" : "does not exist"}`;
  return `${subject} ${OPERATOR_WORDS[operator as keyof typeof OPERATOR_WORDS]} ${inWords(value, data)}`;
}

function subjectWords(
  scope: Scope,
  { fact = scope, params, path }: Comparison,
  data: JsonObject,
): string {
  if (fact === "count" && params !== undefined) {
    const { at, where } = params;
    return `the number of ${[at].flat().join(", ")}${whereWords(where, data)}`;
  }
  if (!path) return START_WORDS[fact] ?? fact;
  return fact === scope ? path : `${path} of ${START_WORDS[fact] ?? fact}`;
}

function whereWords(where: Condition | undefined, data: JsonObject): string {
  return where === undefined ? "" : ` where ${itemCondition(where, data)}`;
}

/**
 * A check in words: its places, its name and value, and its options, with what is in the data of
 * the package.
 */
export function checkWords(check: CheckSource, data: JsonObject): string {
  const name = findDefinition(check)?.name ?? "";
  const { at, where, per, [name]: value, ...options } = check;
  const places = [at].flat().map((pointer) => pointer || "the candidate");
  const words = value === true ? name : `${name} ${inWords(value as Json, data)}`;
  const settings = Object.entries(options).map(([option, setting]) =>
    setting === true ? option : `${option} ${inWords(setting as Json, data)}`,
  );
  const groups = per === undefined ? "" : ` per ${per || "candidate"}`;
  return `${places.join(", ")}: ${[words, ...settings].join(", ")}${groups}${whereWords(where, data)}`;
}

const START_WORDS: Readonly<Record<string, string>> = {
  candidate: "the candidate",
  item: "the item",
  previous: "the item before",
  parent: "the item around it",
};

const MODIFIERS: Readonly<Record<string, string>> = {
  times: "times",
  plus: "plus",
  plusDays: "plus days",
  by: "by",
};
const LIMITS: Readonly<Record<string, string>> = { min: "at least", max: "at most" };

function inWords(value: Json, data: JsonObject): string {
  if (!isObject(value)) return JSON.stringify(value);
  const [[kind, target] = ["", ""], ...more] = Object.entries(value).toSorted(
    ([key], [otherKey]) => rank(key) - rank(otherKey),
  );
  const words =
    kind === "spec"
      ? dataWords(String(target), data, value.by !== undefined)
      : referenceWords(kind, target, data);
  if (words !== undefined)
    return [
      words,
      ...more.map(([name, change]) => `${MODIFIERS[name] ?? name} ${inWords(change, data)}`),
    ].join(" ");
  return Object.entries(value)
    .map(([limit, bound]) => `${LIMITS[limit] ?? limit} ${inWords(bound, data)}`)
    .join(" and ");
}

/** The target of a reference comes before its modifiers. */
function rank(key: string): number {
  return Object.keys(MODIFIERS).indexOf(key);
}

function referenceWords(kind: string, target: Json, data: JsonObject): string | undefined {
  const start = START_WORDS[kind];
  if (start !== undefined) return target === "" ? start : `${target} of ${start}`;
  if (kind === "declared") return `the declared ${target}`;
  if (kind === "count") return `the number of ${inWords(target, data)}`;
  if (kind === "length") return `the length of ${inWords(target, data)}`;
  return undefined;
}

/** Longer lists are only named. */
const MAX_SHOWN = 8;

/** What a reference leads to, or the entries of the table from which it picks one. */
function dataWords(pointer: string, data: JsonObject, picks: boolean): string {
  const found = valueAt(data, pointer) as Json | undefined;
  const isTable = picks && isObject(found);
  const values = isTable ? Object.values(found) : [found].flat();
  // An entry of a table may be a list.
  const shown = isTable ? values.flat() : values;
  const isShown =
    shown.length <= MAX_SHOWN &&
    shown.every((value) => value !== undefined && typeof value !== "object");
  if (!isShown || values.length === 0) return `${pointer} of the data`;
  const names = isTable ? Object.keys(found).map((name) => `${name}: `) : [];
  return `${values.map((value, index) => (names[index] ?? "") + JSON.stringify(value)).join(", ")} (${pointer})`;
}
