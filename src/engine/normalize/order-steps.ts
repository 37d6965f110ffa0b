import { compareValues } from "../../json/order.js";
import { valueAt } from "../../json/pointer.js";
import { compileUpdate } from "../../json/selector.js";
import { isObject, type Json } from "../../json/value.js";
import type { CheckEnvironment } from "../checks/check.js";
import { listSource, readSource } from "../checks/source.js";
import type { NormalizeStep } from "../grammar.js";
import { Memo } from "../memo.js";

export type Apply = (candidate: unknown) => unknown;

/** Compiles `sort` or `order-keys` for each place of the step. Throws a `SpecError` with a pointer into spec.json. */
export function compileOrderStep(step: NormalizeStep, environment: CheckEnvironment, pointer: string): Apply[] {
  const order = orderOf(step, environment, pointer);
  return [step.at].flat().map((at) => {
    const update = compileUpdate(at);
    return (candidate) => {
      const change = order(candidate);
      return update(candidate, change);
    };
  });
}

function orderOf(
  { step, by }: NormalizeStep,
  environment: CheckEnvironment,
  pointer: string,
): (candidate: unknown) => (value: unknown) => unknown {
  if (step === "sort" && by === undefined) return () => sortedBy((item) => item);
  if (step === "sort" && isObject(by) && typeof by.item === "string") {
    const { item: property } = by;
    return () => sortedBy((item) => valueAt(item, property));
  }
  const list = listSource(by as Json, environment, `${pointer}/by`);
  return (candidate) => {
    const registry = { has: () => false, near: () => undefined };
    const values = readSource(list, { candidate, memo: new Memo(), cut: [], registry }, candidate)?.values ?? [];
    return step === "sort" ? sortedByList(values) : withKeysInOrder(values);
  };
}

/** Sorts items by their keys, ascending. Items whose keys cannot be compared stay where they are. */
function sortedBy(keyOf: (item: unknown) => unknown): (array: unknown) => unknown {
  return (array) => (Array.isArray(array) ? array.toSorted((a, b) => compareValues(keyOf(a), keyOf(b))) : array);
}

function sortedByList(order: readonly Json[]): (array: unknown) => unknown {
  const rank = new Map(order.map((value, at) => [value, at]));
  const rankOf = (item: unknown) => rank.get(item as Json) ?? -1;
  return (array) => (Array.isArray(array) ? array.toSorted((a, b) => rankOf(a) - rankOf(b)) : array);
}

function withKeysInOrder(order: readonly Json[]): (object: unknown) => unknown {
  const known = new Set<unknown>(order);
  return (object) => {
    if (!isObject(object)) return object;
    const first = order.filter((key): key is string => typeof key === "string" && Object.hasOwn(object, key));
    const others = Object.keys(object).filter((key) => !known.has(key));
    return Object.fromEntries([...first, ...others].map((key) => [key, object[key]]));
  };
}
