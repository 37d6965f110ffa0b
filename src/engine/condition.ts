import { child, parse, valueAt } from "../json/pointer.js";
import { compileGetter, compileSelector } from "../json/selector.js";
import { isObject, type Json, type JsonObject } from "../json/value.js";
import type { Comparison, Condition, Selection } from "./grammar.js";
import { type Evaluator, evaluatorOf } from "./operators.js";
import { SpecError } from "./spec-error.js";

/** Whether a condition holds. The item is that of the place in question; conditions of rules have none. */
export type Predicate = (candidate: unknown, item?: unknown) => boolean;

type Read = (candidate: unknown, item: unknown) => unknown;

/**
 * Compiles a condition on an item or of a fix; json-rules-engine decides those of rules. `scope` is the fact of
 * comparisons that name none.
 */
export function compileCondition(
  condition: Condition,
  data: JsonObject,
  scope: "candidate" | "item",
  pointer: string,
): Predicate {
  if ("all" in condition) {
    const parts = condition.all.map((part, at) => compileCondition(part, data, scope, `${pointer}/all/${at}`));
    return parts.length === 1
      ? (parts[0] as Predicate)
      : (candidate, item) => parts.every((part) => part(candidate, item));
  }
  if ("any" in condition) {
    const parts = condition.any.map((part, at) => compileCondition(part, data, scope, `${pointer}/any/${at}`));
    return (candidate, item) => parts.some((part) => part(candidate, item));
  }
  if ("not" in condition) {
    const part = compileCondition(condition.not, data, scope, `${pointer}/not`);
    return (candidate, item) => !part(candidate, item);
  }
  return compileComparison(condition, data, scope, pointer);
}

function compileComparison(
  comparison: Comparison,
  data: JsonObject,
  scope: "candidate" | "item",
  pointer: string,
): Predicate {
  const { fact = scope, params, path = "" } = comparison;
  const { evaluate: compare, literal: other } = operandsOf(comparison, data, pointer);
  const left =
    fact === "count"
      ? compileCount(params as Selection, data, `${pointer}/params`)
      : readerOf(fact === "item" ? "item" : "candidate", path);
  if (other !== undefined) return (candidate, item) => compare(left(candidate, item), other);
  const right = referenceOf(comparison.value as JsonObject);
  return (candidate, item) => compare(left(candidate, item), right(candidate, item));
}

/** The operator of a comparison, and the value that it compares with, unless that is part of the candidate. */
export function operandsOf(
  { operator, value }: Comparison,
  data: JsonObject,
  pointer: string,
): { evaluate: Evaluator; literal: Json | undefined } {
  const evaluate = evaluatorOf(operator);
  if (evaluate === undefined) throw new SpecError(`unknown operator "${operator}"`, `${pointer}/operator`);
  const literal = literalOf(value, data, `${pointer}/value`);
  const isList = operator === "in" || operator === "notIn";
  if (isList && !Array.isArray(literal))
    throw new SpecError("the data referred to must be an array; refer to one", `${pointer}/value`);
  return { evaluate, literal };
}

/** How many of the selected places are there. */
export function compileCount({ at, where }: Selection, data: JsonObject, pointer: string): Read {
  const selects = [at].flat().map(compileSelector);
  const isCounted = where === undefined ? undefined : compileCondition(where, data, "item", `${pointer}/where`);
  return (candidate) => {
    let count = 0;
    for (const select of selects) {
      select(candidate, (_, __, item) => {
        if (isCounted === undefined || isCounted(candidate, item)) count++;
      });
    }
    return count;
  };
}

/** The value that a comparison is made with, where it is known beforehand. */
export function literalOf(value: Json, data: JsonObject, pointer: string): Json | undefined {
  if (!isObject(value)) return value;
  if (typeof value.spec !== "string") return undefined;
  return specData(value.spec, data, pointer);
}

function referenceOf(reference: JsonObject): Read {
  return typeof reference.item === "string"
    ? readerOf("item", reference.item)
    : readerOf("candidate", String(reference.candidate));
}

/** Unlike a selector, the pointer of a comparison may name an item of an array. */
function readerOf(fact: "candidate" | "item", path: string): Read {
  const tokens = parse(path);
  const get = tokens.some((token) => /^\d+$/.test(token)) ? getAnywhere(tokens) : compileGetter(tokens);
  return fact === "item" ? (_, item) => get(item) : (candidate) => get(candidate);
}

function getAnywhere(tokens: readonly string[]): (value: unknown) => unknown {
  return (value) => tokens.reduce(child, value);
}

export function specData(pointer: string, data: JsonObject, at: string): Json {
  const value = valueAt(data, pointer) as Json | undefined;
  if (value !== undefined) return value;
  throw new SpecError(`spec.json has no data at ${pointer}; add it there or correct the reference`, at);
}
