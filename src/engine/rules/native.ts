import type { Json, JsonObject } from "../../json/value.js";
import { compileCount, operandsOf } from "../condition.js";
import type { Condition, Selection } from "../grammar.js";
import { compileReference, type ReadReference } from "../reference.js";

/** A count or a reference of a condition. The engine knows it by its number. */
export interface NumberedValue {
  readonly source: Selection | JsonObject;
  read(candidate: unknown, item: unknown): unknown;
}

/** Registers a count or a reference, and returns its number. */
export type Register = (value: NumberedValue) => number;

/**
 * The conditions of a rule for json-rules-engine: the rule is violated if its condition holds and one of its checks has
 * found something. Checks, counts and references are given by their numbers, because the engine clones the conditions
 * at every run.
 */
export function nativeConditions(when: Json | undefined, checks: readonly number[]): Json {
  const findings = checks.map((check) => ({ fact: "findings", operator: "contains", value: check }));
  const any = findings.length === 1 ? (findings[0] as JsonObject) : { any: findings };
  return { all: when === undefined ? [any] : [when, any] };
}

/** The condition of a rule for json-rules-engine. Throws a `SpecError` with a pointer into the rule. */
export function toNative(condition: Condition, data: JsonObject, register: Register, pointer: string): Json {
  const below = (part: Condition, step: string) => toNative(part, data, register, `${pointer}/${step}`);
  if ("all" in condition) return { all: condition.all.map((part, at) => below(part, `all/${at}`)) };
  if ("any" in condition) return { any: condition.any.map((part, at) => below(part, `any/${at}`)) };
  if ("not" in condition) return { not: below(condition.not, "not") };
  const { fact = "candidate", params, path = "", operator, value } = condition;
  const { literal } = operandsOf(condition, data, pointer);
  // Not `??`, because null is a literal.
  const other =
    literal === undefined ? toNativeValue(value as JsonObject, data, register, `${pointer}/value`) : literal;
  if (fact !== "count") return { fact, path, operator, value: other };
  const source = params as Selection;
  const count = register({ source, read: compileCount(source, data, `${pointer}/params`) });
  return { fact, params: { count }, operator, value: other };
}

/** A plain place is a path of the fact `candidate`; a reference that must be computed is a fact of its own. */
function toNativeValue(source: JsonObject, data: JsonObject, register: Register, pointer: string): JsonObject {
  const [kind, ...more] = Object.keys(source);
  if (kind === "candidate" && more.length === 0) return { fact: "candidate", path: String(source.candidate) };
  const { read } = compileReference(source, data, pointer) as ReadReference;
  return { fact: "reference", params: { reference: register({ source, read }) } };
}
