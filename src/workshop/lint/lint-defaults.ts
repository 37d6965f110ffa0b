import { readLiteral } from "../../engine/condition.js";
import type { Comparison, Condition, NormalizeStep, RuleSource, Selection } from "../../engine/grammar.js";
import { OPERATORS, type OperatorDefinition } from "../../engine/operators.js";
import { selectorFrom } from "../../engine/reference.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { isWithin, itemsWithPointers, valueAt } from "../../ground/json/pointer.js";
import { compileSelector } from "../../ground/json/selector.js";
import type { Json, JsonObject } from "../../ground/json/value.js";
import { quote } from "../../ground/text/quote.js";
import type { ConditionScope, PackageView } from "../view/package-view.js";

/** Conditions with more other comparisons are not compared for all that these may be. */
const MAX_OTHERS = 10;

/**
 * Finds conditions of errors that hold for an absent value and not for its default, or the other way round. A candidate
 * is checked without its defaults, so the same rule would decide otherwise about the package that is made of it.
 */
export function* lintDefaults(
  { severity, when, check }: RuleSource,
  steps: readonly NormalizeStep[],
  view: PackageView,
): Generator<Flaw> {
  const defaults = steps.filter(({ step }) => step === "default");
  if (severity !== "error" || defaults.length === 0) return;
  if (when !== undefined) yield* compareWithDefaults(when, view.itemScope(""), defaults, "/when");
  for (const [{ at, where }, base] of itemsWithPointers(check, "/check")) {
    const scope = view.itemScope([at].flat()[0] as string);
    if (where !== undefined) yield* compareWithDefaults(where, scope, defaults, `${base}/where`);
  }
}

function* compareWithDefaults(
  condition: Condition,
  scope: ConditionScope,
  defaults: readonly NormalizeStep[],
  pointer: string,
): Generator<Flaw> {
  const comparisons = [...walkComparisons(condition)];
  for (const { fact, params } of comparisons) {
    const { at, where } = (params ?? {}) as Partial<Selection>;
    if (fact !== "count" || where === undefined) continue;
    yield* compareWithDefaults(where, scope.view.itemScope([at].flat()[0] as string), defaults, pointer);
  }
  for (const step of defaults) {
    const filled = new Map<Comparison, { place: string; value: Json; holds: readonly [boolean, boolean] }>();
    for (const comparison of comparisons) {
      const found = findFilled(step, comparison, scope);
      if (found !== undefined) filled.set(comparison, found);
    }
    const changing = [...filled.values()].find(({ holds: [absent, there] }) => absent !== there);
    if (changing === undefined) continue;
    const others = comparisons.filter((comparison) => !filled.has(comparison));
    const resultOf = (row: number, side: 0 | 1) =>
      holdsWhere(
        condition,
        (comparison) => filled.get(comparison)?.holds[side] ?? ((row >> others.indexOf(comparison)) & 1) === 1,
      );
    const rows = Array.from({ length: 2 ** Math.min(others.length, MAX_OTHERS) }, (_, row) => row);
    const differing = rows.find((row) => resultOf(row, 0) !== resultOf(row, 1));
    if (differing === undefined) continue;
    const { place, value } = changing;
    const [absent, there] = resultOf(differing, 0) ? ["can hold", "not"] : ["does not hold", "can"];
    const detail = `this ${absent} where ${place} is absent, but ${there} with its default ${quote(value)}, which only the package has; let it say the same of both, or remove the default`;
    yield { pointer, detail };
  }
}

function* walkComparisons(condition: Condition): Generator<Comparison> {
  if ("not" in condition) yield* walkComparisons(condition.not);
  else if ("operator" in condition) yield condition;
  else for (const part of "all" in condition ? condition.all : condition.any) yield* walkComparisons(part);
}

function holdsWhere(condition: Condition, holds: (comparison: Comparison) => boolean): boolean {
  if ("not" in condition) return !holdsWhere(condition.not, holds);
  if ("all" in condition) return condition.all.every((part) => holdsWhere(part, holds));
  return "any" in condition ? condition.any.some((part) => holdsWhere(part, holds)) : holds(condition);
}

/** Whether a comparison holds without a default and with it; undefined if the default is of another place. */
function findFilled({ at, value }: NormalizeStep, comparison: Comparison, { view, fact, item = "" }: ConditionScope) {
  const { compares, evaluate } = OPERATORS.get(comparison.operator) as OperatorDefinition;
  const start = comparison.fact ?? fact;
  if (start === "count") return countedIn(at, value, comparison, view.data);
  const place = selectorFrom(start, comparison.path ?? "", item);
  const filled = [at].flat().find((one) => isWithin(place, one));
  const there = filled === undefined ? undefined : (valueAt(value, place.slice(filled.length)) as Json | undefined);
  const literal = compares === "presence" ? comparison.value : readLiteral(comparison.value, view.data, "");
  if (there === undefined || literal === undefined) return undefined;
  return { place, value: there, holds: [evaluate(undefined, literal), evaluate(there, literal)] as const };
}

/** The same for a comparison that counts places of one selector within the default. */
function countedIn(at: NormalizeStep["at"], value: Json | undefined, comparison: Comparison, data: JsonObject) {
  const { at: counted, where } = comparison.params as Selection;
  const [filled = "", ...others] = [at].flat();
  const literal = readLiteral(comparison.value, data, "");
  const isOne = typeof counted === "string" && others.length === 0 && where === undefined;
  if (!isOne || !isWithin(counted, filled) || value === undefined || literal === undefined) return undefined;
  let size = 0;
  compileSelector(counted.slice(filled.length))(value, () => {
    size++;
  });
  const { evaluate } = OPERATORS.get(comparison.operator) as OperatorDefinition;
  return { place: filled, value, holds: [evaluate(0, literal), evaluate(size, literal)] as const };
}
