import type { CheckDefinition } from "../../engine/checks/check.js";
import { CHECKS, LIMITED } from "../../engine/checks/index.js";
import { literalOf } from "../../engine/condition.js";
import type { CheckSource } from "../../engine/grammar.js";
import { orderOf } from "../../json/order.js";
import { join } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import { lintCondition, lintReference } from "./lint-condition.js";
import { sameSpellings } from "./lint-data.js";
import { isDate } from "./lint-spec.js";
import type { PackageView } from "./package-view.js";
import { numberOr, numericLimits, type Scope, type Spot, typesOf, whyNot } from "./shape-view.js";

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
    if (spot.kind === "nowhere") unfit.push({ pointer: pointerOf(index), detail: spot.detail });
    else if (source.by === undefined) unfit.push(...lintTypes(definition, spot, pointerOf(index)));
  }
  yield* unfit;
  yield* lintGroup(source, definition, selectors);
  const scope = view.itemScope(selectors[0] as string);
  if (source.where !== undefined) yield* lintCondition(source.where, scope, view, "/where");
  // Where a check looks at the wrong place, all else would only follow from that.
  if (unfit.length > 0) return;
  // What a group is compared with is read from the item of the whole group.
  const own = definition.group && !selectors[0]?.endsWith("}") ? view.itemScope(source.per ?? "") : scope;
  yield* lintLimits(source, name, value, own, view);
  yield* lintReach(source, name, value, view);
  if (REFERRING.includes(name)) yield* lintReferencesIn(value, own, view, `/${name}`);
  yield* lintKeysOfItems(source, selectors, view);
  if (name === "one-of" || name === "none-of") yield* lintList(source, name, value, scope, view);
  const [spot] = spots;
  const [selector = ""] = selectors;
  const only = spot?.kind === "schema" && selectors.length === 1 ? { selector, schema: spot.schema } : undefined;
  if (name === "equals") yield* lintReference(value, own, view, "/equals", only);
  if (only && (name === "has-keys" || name === "only-keys")) yield* lintKeys(name, value, selector, view);
}

/** Checks whose values may have references that nothing else looks at. */
const REFERRING = ["multiple-of", "pattern", "no-words", "refers-to"];

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
      if (spot.kind === "nowhere") yield { pointer: `/by/${index}${place}`, detail: spot.detail };
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

/** The kind of values that the limits of a check bound. */
interface Measured {
  readonly kind: "number" | "date";
  readonly isWhole: boolean;
}

/** Limits that are of another kind than what they limit, or places that lead nowhere. */
function* lintLimits(
  source: CheckSource,
  name: string,
  value: Json,
  scope: Scope,
  view: PackageView,
): Generator<Found> {
  if (!isObject(value) || !LIMITED.includes(name)) return;
  const measured = measuredBy(source, name, view);
  for (const [limit, given] of Object.entries(value as JsonObject)) {
    const pointer = `/${name}/${limit}`;
    const literal = literalOf(given, view.data, pointer);
    if (literal === undefined) {
      yield* lintPlace(given as JsonObject, source, name, measured, scope, view, pointer);
      continue;
    }
    const there = orderOf(literal);
    const isReal = typeof literal !== "string" || isDate(literal.slice(0, 10));
    if (there === undefined || !isReal)
      yield { pointer, detail: `${quote(literal)} is neither a number nor a date (2026-01-31); correct it` };
    else if (there.kind !== measured.kind)
      yield { pointer, detail: `the shape has a ${measured.kind} there; give a ${measured.kind}` };
    else if (measured.isWhole && !Number.isInteger(literal))
      yield { pointer, detail: `the shape has whole numbers there, which are never ${quote(literal)}; round it` };
  }
}

/** Limits that nothing is within, or that the shape leaves nothing beyond. */
function* lintReach(source: CheckSource, name: string, value: Json, view: PackageView): Generator<Found> {
  if (!isObject(value) || !LIMITED.includes(name)) return;
  const limits = Object.entries(value as JsonObject).map(([limit, given]) => {
    const literal = literalOf(given, view.data, `/${name}/${limit}`);
    return {
      limit,
      words: `${limit} ${literal}`,
      order: orderOf(literal)?.order,
      isNumber: typeof literal === "number",
    };
  });
  const lower = limits.filter(({ limit }) => limit === "min" || limit === "above");
  const upper = limits.filter(({ limit }) => limit === "max" || limit === "below");
  for (const one of lower)
    for (const other of upper) {
      if (one.order === undefined || other.order === undefined || one.order < other.order) continue;
      if (one.order === other.order && one.limit === "min" && other.limit === "max") continue;
      yield { pointer: `/${name}`, detail: `nothing is within both ${one.words} and ${other.words}; correct one` };
      return;
    }
  const [least, most] = boundsOf(source, name, view);
  const isIdle = ({ limit, order = Number.NaN, isNumber }: (typeof limits)[number]) => {
    if (limit === "min" || limit === "above") return isNumber && (limit === "min" ? order <= least : order < least);
    return isNumber && (limit === "max" ? order >= most : order > most);
  };
  if (limits.every(isIdle))
    yield {
      pointer: `/${name}`,
      detail:
        "this finds nothing: the shape refuses all that is beyond these limits; correct them, or remove the check",
    };
}

/** The least and the most that the shape allows of what a check measures. */
function boundsOf({ at, where }: CheckSource, name: string, view: PackageView): [least: number, most: number] {
  const [selector = "", ...others] = [at].flat();
  const isArray = (name === "count" || name === "distinct") && /^[^*{]*\/\*$/.test(selector);
  const spot = view.spot(isArray ? selector.slice(0, -2) : selector);
  const unbounded: [number, number] = [name === "range" || name === "sum" ? -Infinity : 0, Infinity];
  if (others.length > 0 || where !== undefined || spot.kind !== "schema") return unbounded;
  const { minLength, maxLength, minItems, maxItems } = spot.schema;
  if (name === "range") return numericLimits(spot.schema);
  if (name === "length") return [numberOr(minLength, 0), numberOr(maxLength, Infinity)];
  const fewest = numberOr(minItems, 0);
  return isArray ? [name === "count" ? fewest : Math.min(fewest, 1), numberOr(maxItems, Infinity)] : unbounded;
}

function measuredBy({ at }: CheckSource, name: string, view: PackageView): Measured {
  if (name !== "range" && name !== "sum") return { kind: "number", isWhole: true };
  const types = [at].flat().flatMap((selector) => {
    const spot = view.spot(selector);
    return spot.kind === "schema" ? typesOf(spot.schema) : ["number"];
  });
  if (types.includes("number") || types.length === 0) return { kind: "number", isWhole: false };
  return types.includes("integer") ? { kind: "number", isWhole: true } : { kind: "date", isWhole: false };
}

/** A limit that is a place of the candidate. */
function* lintPlace(
  reference: JsonObject,
  source: CheckSource,
  name: string,
  { kind }: Measured,
  scope: Scope,
  view: PackageView,
  pointer: string,
): Generator<Found> {
  const [selector] = [source.at].flat() as [string];
  const spot = view.spot(selector);
  const isValue = name === "range" && spot.kind === "schema";
  const number: JsonObject = { type: "number" };
  const compared = isValue ? { selector, schema: spot.schema } : { selector: "", schema: number };
  const found = [...lintReference(reference, scope, view, pointer, compared)];
  yield* found;
  const isOfDates = kind === "date" || reference.plusDays !== undefined;
  if (found.length > 0 || !isOfDates || (reference.item ?? reference.candidate) === undefined) return;
  const path = typeof reference.item === "string" ? `${scope.item}${reference.item}` : String(reference.candidate);
  const there = view.spot(path);
  if (there.kind === "schema" && !["date", "date-time"].includes(String(there.schema.format)))
    yield { pointer, detail: `the shape has no date there; refer to one, or give ${quote(path)} the format date` };
}

/** Lists of values that can never be there, or that look the same. */
function* lintList(
  { at, ignoreCase }: CheckSource,
  name: "one-of" | "none-of",
  value: Json,
  scope: Scope,
  view: PackageView,
): Generator<Found> {
  const [selector] = [at].flat() as [string];
  const spot = view.spot(selector);
  const schema = spot.kind === "schema" ? spot.schema : {};
  yield* lintReference(value, scope, view, `/${name}`, { selector, schema });
  const values = view.listOf(value);
  if (values === undefined) return;
  if (values.length === 0) yield { pointer: `/${name}`, detail: "the list is empty; fill it" };
  const pointerOf = (number: number) => (Array.isArray(value) ? `/${name}/${number}` : `/${name}`);
  for (const [number, one] of values.entries()) {
    const why = whyNot(schema, one) ?? (name === "none-of" ? view.whyRefused(selector, one) : undefined);
    if (why !== undefined)
      yield { pointer: pointerOf(number), detail: `${quote(one)} can never occur there: ${why}; remove it` };
  }
  for (const { at: number, detail } of sameSpellings(values, ignoreCase === true))
    yield { pointer: pointerOf(number), detail };
}

/** Keys that the shape does not have. */
function* lintKeys(name: "has-keys" | "only-keys", value: Json, selector: string, view: PackageView): Generator<Found> {
  for (const [at, key] of (Array.isArray(value) ? value : []).entries()) {
    const spot = view.spot(join(selector, String(key)));
    if (spot.kind === "nowhere") yield { pointer: `/${name}/${at}`, detail: spot.detail };
  }
}
