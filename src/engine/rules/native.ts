import type { Json, JsonObject } from "../../json/value.js";
import { type compileCount, literalOf, NUMERIC } from "../condition.js";
import type { Condition, Selection } from "../grammar.js";

/** A selection that conditions count, by its number. */
export interface Count {
  readonly source: Selection;
  readonly read: ReturnType<typeof compileCount>;
}

/**
 * The conditions of a rule as json-rules-engine takes them: the rule is violated when its condition holds and one of
 * its checks has found something. Checks and counts are known by their numbers, because the engine clones the
 * conditions at every run.
 */
export function nativeConditions(
  when: Condition | undefined,
  checks: readonly number[],
  data: JsonObject,
  countNumber: (selection: Selection) => number,
): Json {
  const found = checks.map((check) => ({ fact: "findings", operator: "contains", value: check }));
  const any = found.length === 1 ? (found[0] as JsonObject) : { any: found };
  return { all: when === undefined ? [any] : [toNative(when, data, countNumber), any] };
}

function toNative(condition: Condition, data: JsonObject, countNumber: (selection: Selection) => number): Json {
  const below = (part: Condition) => toNative(part, data, countNumber);
  if ("all" in condition) return { all: condition.all.map(below) };
  if ("any" in condition) return { any: condition.any.map(below) };
  if ("not" in condition) return { not: below(condition.not) };
  const { fact = "candidate", params, path = "", operator, value } = condition;
  const literal = literalOf(value, data, "");
  // `null` is a literal too.
  const other = literal === undefined ? referenceTo(value as JsonObject, operator) : literal;
  if (fact === "count") return { fact, params: { count: countNumber(params as Selection) }, operator, value: other };
  return { fact, path: typedPath(operator, "left", path), operator, value: other };
}

function referenceTo({ candidate }: JsonObject, operator: string): Json {
  return { fact: "candidate", path: typedPath(operator, "right", String(candidate)) };
}

/**
 * The engine's operators turn strings into numbers, and find two absent values equal. So the path says which values
 * count, and our resolver gives no other: `number:/days`, `present:/name`.
 */
function typedPath(operator: string, side: "left" | "right", pointer: string): string {
  if (NUMERIC.has(operator)) return `number:${pointer}`;
  return side === "right" ? `present:${pointer}` : pointer;
}
