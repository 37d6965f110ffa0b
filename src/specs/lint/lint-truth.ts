import { literalOf } from "../../engine/condition.js";
import type { Comparison, Condition, Selection } from "../../engine/grammar.js";
import { DATED, evaluatorOf, TEXTUAL } from "../../engine/operators.js";
import type { Json, JsonObject } from "../../json/value.js";
import type { Found } from "../file-error.js";
import type { PackageView } from "./package-view.js";
import { finiteValues, numberOr, numericLimits, type Scope, typesOf, whyNot } from "./shape-view.js";

const MOST_CASES = 20_000;
/** A string that no condition names. */
const ANOTHER = "\u0001";

/** What a comparison looks at, with all values of it that could make a difference. */
type Variables = ReadonlyMap<string, readonly unknown[]>;
type Case = ReadonlyMap<string, unknown>;

/**
 * Conditions that always or never hold, and parts that make no difference: the truth table over the values that
 * matter. What depends on one another, such as a property and its parent, counts as independent: that can only hide a
 * finding.
 */
export function* lintTruth(condition: Condition, scope: Scope, view: PackageView, pointer: string): Generator<Found> {
  const { cases, table } = truthTable(condition, scope, view);
  const known = decisionOf(table);
  if (known !== undefined)
    yield { pointer, detail: `this ${known} holds, whatever the candidate; correct it or remove it` };
  if (known !== undefined || table.length === 0) return;
  for (const { part, place } of partsOf(condition, pointer)) {
    const isIdle = [true, false].some((fixed) =>
      cases.every((one, at) => evaluate(condition, one, scope, view, { part, fixed }) === table[at]),
    );
    if (!isIdle) continue;
    yield { pointer: place, detail: "this part makes no difference beside the others; correct it or remove it" };
    return;
  }
}

/** Whether a condition is decided whatever the candidate. */
export function alwaysOrNever(condition: Condition, scope: Scope, view: PackageView): "always" | "never" | undefined {
  return decisionOf(truthTable(condition, scope, view).table);
}

function decisionOf(table: readonly boolean[]): "always" | "never" | undefined {
  if (new Set(table).size !== 1) return undefined;
  return table[0] ? "always" : "never";
}

/** Empty where there are too many cases. */
function truthTable(condition: Condition, scope: Scope, view: PackageView): { cases: Case[]; table: boolean[] } {
  const variables = variablesOf(condition, scope, view);
  const size = [...variables.values()].reduce((product, values) => product * values.length, 1);
  const cases = size > MOST_CASES ? [] : [...casesOf([...variables])];
  return { cases, table: cases.map((one) => evaluate(condition, one, scope, view)) };
}

/** The last first: of two that say the same, the later one is to go. */
function* partsOf(condition: Condition, pointer: string): Generator<{ part: Condition; place: string }> {
  if ("not" in condition) yield* partsOf(condition.not, `${pointer}/not`);
  if (!("all" in condition || "any" in condition)) return;
  const [key, parts] = "all" in condition ? ["all", condition.all] : ["any", condition.any];
  if (parts.length > 1)
    for (const [at, part] of [...parts.entries()].reverse()) yield { part, place: `${pointer}/${key}/${at}` };
  for (const [at, part] of parts.entries()) yield* partsOf(part, `${pointer}/${key}/${at}`);
}

function evaluate(
  condition: Condition,
  one: Case,
  scope: Scope,
  view: PackageView,
  replaced?: { part: Condition; fixed: boolean },
): boolean {
  if (condition === replaced?.part) return replaced.fixed;
  const below = (part: Condition) => evaluate(part, one, scope, view, replaced);
  if ("all" in condition) return condition.all.every(below);
  if ("any" in condition) return condition.any.some(below);
  if ("not" in condition) return !below(condition.not);
  const value = one.get(nameOf(condition, scope, view));
  const literal = literalOf(condition.value, view.data, "");
  return literal === undefined || isOpaque(condition)
    ? value === true
    : evaluatorOf(condition.operator)?.(value, literal) === true;
}

/** Which strings make a difference to patterns, prefixes and dates is not known. */
function isOpaque({ operator }: Comparison): boolean {
  return TEXTUAL.has(operator) || DATED.has(operator);
}

/** Comparisons with another place hold or do not, each for itself. */
function nameOf(comparison: Comparison, { fact: own }: Scope, view: PackageView): string {
  const { fact = own, params, path = "", value } = comparison;
  const isReference = literalOf(value, view.data, "") === undefined;
  return JSON.stringify(isReference || isOpaque(comparison) ? comparison : [fact, params ?? path]);
}

function variablesOf(condition: Condition, scope: Scope, view: PackageView): Variables {
  const byName = new Map<string, Comparison[]>();
  for (const comparison of comparisonsIn(condition)) {
    const name = nameOf(comparison, scope, view);
    byName.set(name, [...(byName.get(name) ?? []), comparison]);
  }
  return new Map([...byName].map(([name, comparisons]) => [name, valuesFor(comparisons, scope, view)]));
}

function* comparisonsIn(condition: Condition): Generator<Comparison> {
  if ("not" in condition) yield* comparisonsIn(condition.not);
  else if ("all" in condition) for (const part of condition.all) yield* comparisonsIn(part);
  else if ("any" in condition) for (const part of condition.any) yield* comparisonsIn(part);
  else yield condition;
}

function* casesOf(variables: readonly (readonly [string, readonly unknown[]])[]): Generator<Case> {
  const [first, ...rest] = variables;
  if (first === undefined) {
    yield new Map();
    return;
  }
  const [name, values] = first;
  for (const one of casesOf(rest)) for (const value of values) yield new Map(one).set(name, value);
}

function valuesFor(comparisons: readonly Comparison[], scope: Scope, view: PackageView): unknown[] {
  const [{ fact = scope.fact, params, path = "" }] = comparisons as [Comparison];
  const literals = comparisons.map(({ value }) => literalOf(value, view.data, ""));
  if (literals.includes(undefined) || comparisons.some(isOpaque)) return [true, false];
  const named = literals.flat() as Json[];
  if (fact === "count") return countsOf(params as Selection, named, view);
  const spot = view.spotIn(scope, fact, path);
  const absent = spot.kind === "schema" && spot.isRequired ? [] : [undefined];
  if (spot.kind !== "schema") return [...absent, ...named, ...subsetsOf(named), ANOTHER, 0.5, true, false, null];
  return [...absent, ...valuesOf(spot.schema, named)];
}

function valuesOf(schema: JsonObject, named: readonly Json[]): unknown[] {
  const finite = finiteValues(schema);
  if (finite !== undefined) return [...finite];
  const numbers = named.filter((value) => typeof value === "number");
  return typesOf(schema).flatMap((type): unknown[] => {
    if (type === "integer" || type === "number") {
      const { least, most } = numericLimits(schema);
      const step = type === "integer" ? 1 : 0.5;
      const near = numbers.flatMap((number) => [number - step, number, number + step]);
      return [...new Set([...near, least, most, 0])].filter(
        (value) => Number.isFinite(value) && value >= least && value <= most && (step < 1 || Number.isInteger(value)),
      );
    }
    if (type === "array") return subsetsOf(named);
    if (type === "string")
      return [...named.filter((value) => typeof value === "string" && whyNot(schema, value) === undefined), ANOTHER];
    return type === "object" ? [{}] : type === "null" ? [null] : [true, false];
  });
}

/** Every array of some of the values. */
function subsetsOf(values: readonly Json[]): Json[][] {
  const [first, ...rest] = new Set(values.slice(0, 6));
  if (first === undefined) return [[]];
  return subsetsOf(rest).flatMap((subset) => [subset, [first, ...subset]]);
}

function countsOf({ at, where }: Selection, named: readonly Json[], view: PackageView): number[] {
  const { least, most } = countLimits([at].flat(), where !== undefined, view, true);
  const numbers = named.filter((value) => typeof value === "number");
  const near = numbers.flatMap((number) => [Math.ceil(number) - 1, Math.floor(number), Math.floor(number) + 1]);
  return [...new Set([...near, least, most])].filter((value) => value >= least && value <= Math.min(most, 1e9));
}

/** How many places can be selected; an array that is absent has none, unless it is not counted at all. */
export function countLimits(
  selectors: readonly string[],
  isFiltered: boolean,
  view: PackageView,
  countsAbsent = false,
): { least: number; most: number } {
  const limits = selectors.map((selector) => {
    const spot = view.spot(selector);
    if (spot.kind !== "schema" || /\{/.test(selector)) return { least: 0, most: Infinity };
    if (!selector.includes("*")) return { least: spot.isRequired && !isFiltered ? 1 : 0, most: 1 };
    const arrays = [...selector.matchAll(/\/\*(?=\/|$)/g)].map(({ index }) => view.spot(selector.slice(0, index)));
    const sizes = arrays.map((array) => (array.kind === "schema" ? array.schema : {}));
    const most = sizes.reduce((product, { maxItems }) => product * numberOr(maxItems, Infinity), 1);
    const [array] = arrays;
    const isWhole = arrays.length === 1 && selector.endsWith("/*") && !isFiltered;
    const isThere = array?.kind === "schema" && (array.isRequired || !countsAbsent);
    return { least: isWhole && isThere ? numberOr(sizes[0]?.minItems, 0) : 0, most };
  });
  return {
    least: limits.reduce((sum, { least }) => sum + least, 0),
    most: limits.reduce((sum, { most }) => sum + most, 0),
  };
}
