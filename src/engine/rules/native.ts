import type { Json, JsonObject } from "../../json/value.js";
import { type compileCount, operandsOf } from "../condition.js";
import type { Condition, Selection } from "../grammar.js";

/** A selection that conditions count, by its number. */
export interface Count {
  readonly source: Selection;
  readonly read: ReturnType<typeof compileCount>;
}

/** Registers what a condition counts. `pointer` leads to the selection, for errors. */
export type NumberOfCount = (selection: Selection, pointer: string) => number;

/**
 * The conditions of a rule as json-rules-engine takes them: the rule is violated when its condition holds and one of
 * its checks has found something. Checks and counts are known by their numbers, because the engine clones the
 * conditions at every run.
 */
export function nativeConditions(when: Json | undefined, checks: readonly number[]): Json {
  const found = checks.map((check) => ({ fact: "findings", operator: "contains", value: check }));
  const any = found.length === 1 ? (found[0] as JsonObject) : { any: found };
  return { all: when === undefined ? [any] : [when, any] };
}

/** The condition of a rule as json-rules-engine takes it. Throws a `SpecError` with a pointer into the rule. */
export function toNative(condition: Condition, data: JsonObject, numberOf: NumberOfCount, pointer: string): Json {
  const below = (part: Condition, step: string) => toNative(part, data, numberOf, `${pointer}/${step}`);
  if ("all" in condition) return { all: condition.all.map((part, at) => below(part, `all/${at}`)) };
  if ("any" in condition) return { any: condition.any.map((part, at) => below(part, `any/${at}`)) };
  if ("not" in condition) return { not: below(condition.not, "not") };
  const { fact = "candidate", params, path = "", operator, value } = condition;
  const { literal } = operandsOf(condition, data, pointer);
  // `null` is a literal too.
  const other = literal === undefined ? { fact: "candidate", path: String((value as JsonObject).candidate) } : literal;
  if (fact !== "count") return { fact, path, operator, value: other };
  return { fact, params: { count: numberOf(params as Selection, `${pointer}/params`) }, operator, value: other };
}
