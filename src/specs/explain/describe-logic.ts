import { findDefinition } from "../../engine/checks/index.js";
import type { CheckSource, Comparison, Condition } from "../../engine/grammar.js";
import type { OperatorName } from "../../engine/operators.js";
import { valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";

/** The fact that a comparison looks at unless it names another one. */
type DefaultFact = "candidate" | "item";

/** The condition of a rule or of a fix in words, one line for each comparison. */
export function describeCondition(condition: Condition, data: JsonObject, indent = ""): string[] {
  const inner = `${indent}  `;
  if ("not" in condition)
    return [`${indent}not:`, ...describeCondition(condition.not, data, inner)];
  const parts = partsOf(condition);
  if (parts === undefined) return [`${indent}${describeComparison(condition as Comparison, data)}`];
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return describeCondition(only, data, indent);
  const lines = [`${indent}${"all" in condition ? "all of:" : "any of:"}`];
  for (const part of parts) lines.push(...describeCondition(part, data, inner));
  return lines;
}

/** The condition of an item in words, as part of a line. */
function describeInLine(condition: Condition, data: JsonObject, isPart = false): string {
  if ("not" in condition) return `not (${describeInLine(condition.not, data)})`;
  const parts = partsOf(condition);
  if (parts === undefined) return describeComparison(condition as Comparison, data, "item");
  const isGroup = parts.length > 1;
  const words = parts
    .map((part) => describeInLine(part, data, isGroup))
    .join("all" in condition ? " and " : " or ");
  return isGroup && isPart ? `(${words})` : words;
}

function partsOf(condition: Condition): Condition[] | undefined {
  if ("all" in condition) return condition.all;
  return "any" in condition ? condition.any : undefined;
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

export function describeComparison(
  comparison: Comparison,
  data: JsonObject,
  defaultFact: DefaultFact = "candidate",
): string {
  const { operator, value, fact = defaultFact, params, path } = comparison;
  const start = START_WORDS[fact] ?? fact;
  let subject = path && fact !== defaultFact ? `${path} of ${start}` : path || start;
  if (fact === "count" && params !== undefined)
    subject = `the number of ${[params.at].flat().join(", ")}${describeWhere(params.where, data)}`;
  if (operator === "exists") return `${subject} ${value === true ? "exists" : "does not exist"}`;
  const words = OPERATOR_WORDS[operator as keyof typeof OPERATOR_WORDS];
  return `${subject} ${words} ${describeValue(value, data)}`;
}

function describeWhere(where: Condition | undefined, data: JsonObject): string {
  return where === undefined ? "" : ` where ${describeInLine(where, data)}`;
}

/** A check in words: its places, its name and value, and its options, with data written out. */
export function describeCheck(check: CheckSource, data: JsonObject): string {
  const name = findDefinition(check)?.name ?? "";
  const { at, where, per, [name]: value, ...options } = check;
  const places = [at].flat().map((pointer) => pointer || "the candidate");
  const parts: string[] = [];
  for (const [option, setting] of Object.entries({ [name]: value, ...options }))
    parts.push(setting === true ? option : `${option} ${describeValue(setting as Json, data)}`);
  const groups = per === undefined ? "" : ` per ${per || "candidate"}`;
  return `${places.join(", ")}: ${parts.join(", ")}${groups}${describeWhere(where, data)}`;
}

const START_WORDS: Readonly<Record<string, string>> = {
  candidate: "the candidate",
  item: "the item",
  previous: "the item before",
  parent: "the item around it",
};

/** What changes the value of a reference. In words, it comes after what the reference leads to. */
const MODIFIER_WORDS: Readonly<Record<string, string>> = {
  times: "times",
  plus: "plus",
  plusDays: "plus days",
  by: "by",
};
const LIMIT_WORDS: Readonly<Record<string, string>> = { min: "at least", max: "at most" };

function describeValue(value: Json, data: JsonObject): string {
  if (!isObject(value)) return JSON.stringify(value);
  const target = Object.keys(value).find((key) => MODIFIER_WORDS[key] === undefined) ?? "";
  const words = describeTarget(target, value, data);
  const parts: string[] = words === undefined ? [] : [words];
  if (words === undefined) {
    for (const [limit, bound] of Object.entries(value))
      parts.push(`${LIMIT_WORDS[limit] ?? limit} ${describeValue(bound, data)}`);
    return parts.join(" and ");
  }
  for (const [modifier, modifierWords] of Object.entries(MODIFIER_WORDS)) {
    const operand = value[modifier];
    if (operand !== undefined) parts.push(`${modifierWords} ${describeValue(operand, data)}`);
  }
  return parts.join(" ");
}

/** What a reference leads to; undefined if the object is not a reference. */
function describeTarget(key: string, reference: JsonObject, data: JsonObject): string | undefined {
  const target = reference[key] as Json;
  const start = START_WORDS[key];
  if (start !== undefined) return target === "" ? start : `${target} of ${start}`;
  switch (key) {
    case "spec":
      return describeData(String(target), data, reference.by !== undefined);
    case "declared":
      return `the declared ${target}`;
    case "count":
      return `the number of ${describeValue(target, data)}`;
    case "length":
      return `the length of ${describeValue(target, data)}`;
    default:
      return undefined;
  }
}

/** Longer lists are only named. */
const MAX_SHOWN = 8;

/** A value in the data, or the entries of the table from which a reference picks one. */
function describeData(pointer: string, data: JsonObject, picksEntry: boolean): string {
  const found = valueAt(data, pointer) as Json | undefined;
  const isTable = picksEntry && isObject(found);
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
