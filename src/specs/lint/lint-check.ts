import type { CheckDefinition } from "../../engine/checks/check.js";
import { CHECKS } from "../../engine/checks/index.js";
import type { CheckSource } from "../../engine/grammar.js";
import { isObject, type Json } from "../../json/value.js";
import type { Found } from "../file-error.js";
import { slipsOf } from "../patterns/habits.js";
import { lintCondition, lintReference } from "./lint-condition.js";
import { lintLimits } from "./lint-limits.js";
import { lintKeys, lintList } from "./lint-lists.js";
import type { PackageView } from "./package-view.js";
import { type Scope, type Spot, typesOf } from "./shape-view.js";

const DATES = ["date", "date-time"];

/** The check that a check object names, with its own value. */
export function checkIn(source: CheckSource): { definition: CheckDefinition; value: Json } {
  const definition = [...CHECKS.values()].find(({ name }) => name in source) as CheckDefinition;
  return { definition, value: source[definition.name] as Json };
}

/**
 * A check that looks nowhere, at what it cannot look at, or for what cannot be. Pointers are into the check object.
 */
export function* lintCheck(source: CheckSource, view: PackageView): Generator<Found> {
  const { definition, value } = checkIn(source);
  const { name } = definition;
  const selectors = [source.at].flat();
  const spots = selectors.map((selector) => view.spot(selector));
  const pointerOf = (index: number) => (Array.isArray(source.at) ? `/at/${index}` : "/at");
  const unfit: Found[] = [];
  for (const [index, spot] of spots.entries()) {
    if (spot.kind === "nowhere") unfit.push({ pointer: pointerOf(index), detail: `${spot.detail}; correct it` });
    else if (source.by === undefined) unfit.push(...lintTypes(definition, spot, pointerOf(index)));
  }
  yield* unfit;
  yield* lintGroup(source, definition, selectors);
  const scope = view.itemScope(selectors[0] as string);
  if (source.where !== undefined) yield* lintCondition(source.where, scope, view, "/where");
  // Where a check looks at the wrong place, all else would only follow from that.
  if (unfit.length > 0) return;
  yield* lintLimits(source, name, value, scope, view);
  if (REFERRING.includes(name)) yield* lintReferencesIn(value, scope, view, `/${name}`);
  yield* lintKeysOfItems(source, selectors, view);
  if (name === "one-of" || name === "none-of") yield* lintList(source, name, value, scope, view);
  if (typeof source.pattern === "string")
    for (const detail of slipsOf(source.pattern)) yield { pointer: "/pattern", detail };
  const [spot] = spots;
  if (spot?.kind !== "schema" || selectors.length > 1) return;
  if (name === "has-keys" || name === "only-keys") yield* lintKeys(name, value, selectors[0] as string, view);
}

/** Checks whose values may have references that nothing else looks at. */
const REFERRING = ["sum", "equals", "multiple-of", "pattern", "no-words", "refers-to"];

function* lintReferencesIn(value: Json, scope: Scope, view: PackageView, pointer: string): Generator<Found> {
  if (!isObject(value)) return;
  yield* lintReference(value, scope, view, pointer);
  for (const [key, below] of Object.entries(value))
    if (!["by", "count", "length"].includes(key))
      yield* lintReferencesIn(below as Json, scope, view, `${pointer}/${key}`);
}

/** The properties of an item that `by` names. */
function* lintKeysOfItems({ by }: CheckSource, selectors: readonly string[], view: PackageView): Generator<Found> {
  for (const [index, key] of ((by ?? []) as (string | { at: string })[]).entries()) {
    const [below, place] = typeof key === "string" ? [key, ""] : [key.at, "/at"];
    for (const selector of selectors) {
      const spot = view.spot(selector + below);
      if (spot.kind === "nowhere") yield { pointer: `/by/${index}${place}`, detail: `${spot.detail}; correct it` };
    }
  }
}

/** The types that the shape allows must be some that the check looks at. */
function* lintTypes({ name, types }: CheckDefinition, spot: Spot, pointer: string): Generator<Found> {
  if (spot.kind !== "schema" || types.includes("any")) return;
  const here = typesOf(spot.schema);
  const isDate = DATES.includes(String(spot.schema.format));
  const looksAt = here.some(
    (type) =>
      (type !== "string" && types.includes(type)) ||
      (type === "integer" && types.includes("number")) ||
      (type === "string" && (types.includes("string") || (types.includes("date") && isDate))),
  );
  if (looksAt || here.length === 0) return;
  const wanted = types.map((type) => (type === "date" ? "dates (format date or date-time)" : `${type}s`)).join(", ");
  const there = here.join(" or ");
  yield {
    pointer,
    detail: `"${name}" looks at ${wanted}; the shape has ${there} there; correct the place or the check`,
  };
}

function* lintGroup(
  { per }: CheckSource,
  { name, group }: CheckDefinition,
  selectors: readonly string[],
): Generator<Found> {
  const [first = ""] = selectors;
  if (group && name !== "count" && selectors.length === 1 && !/\*|\{/.test(first))
    yield { pointer: "/at", detail: `"${name}" looks at several values; select them with "*"` };
  if (per === undefined) return;
  const isPrefix = selectors.every((selector) => selector === per || selector.startsWith(`${per}/`));
  if (!isPrefix)
    yield { pointer: "/per", detail: `must be a prefix of "at", which is ${selectors.join(", ")}; shorten it` };
  else if (selectors.every((selector) => !selector.slice(per.length).includes("*")))
    yield { pointer: "/per", detail: 'each group would have one value; shorten it to before the last "*" of "at"' };
}
