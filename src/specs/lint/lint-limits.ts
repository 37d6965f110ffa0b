import { literalOf } from "../../engine/condition.js";
import type { CheckSource } from "../../engine/grammar.js";
import { orderOf } from "../../json/order.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { count, quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import { lintReference } from "./lint-condition.js";
import type { PackageView } from "./package-view.js";
import { finiteValues, numberOr, numericLimits, type Scope, typesOf } from "./shape-view.js";

/** What the limits of a check are about. */
interface Measured {
  readonly kind: "number" | "date";
  /** Singular, as in "character"; empty for the value itself. */
  readonly unit: string;
  readonly isWhole: boolean;
  readonly least: number;
  readonly most: number;
}

/** Limits that contradict each other, that the shape makes idle or impossible, or that are of another kind. */
export function* lintLimits(
  source: CheckSource,
  name: string,
  value: Json,
  scope: Scope,
  view: PackageView,
): Generator<Found> {
  const measured = isObject(value) ? measuredBy(source, name, view) : undefined;
  if (measured === undefined) return;
  const known = new Map<string, number>();
  for (const [limit, given] of Object.entries(value as JsonObject)) {
    const pointer = `/${name}/${limit}`;
    const literal = literalOf(given, view.data, pointer);
    if (literal === undefined) {
      yield* lintPlace(given as JsonObject, source, name, measured, scope, view, pointer);
      continue;
    }
    const there = orderOf(literal);
    const isReal = typeof literal !== "string" || isDate(literal);
    if (there === undefined || !isReal)
      yield { pointer, detail: `${quote(literal)} is neither a number nor a date (2026-01-31); correct it` };
    else if (there.kind !== measured.kind)
      yield { pointer, detail: `the shape has a ${measured.kind} there; give a ${measured.kind}` };
    else if (measured.kind === "number" && measured.isWhole && !Number.isInteger(literal))
      yield { pointer, detail: `the shape has whole numbers there, which are never ${quote(literal)}; round it` };
    else known.set(limit, there.order);
  }
  yield* lintTogether(known, measured, name);
}

/** `Date.parse` takes the 30th of February for the 2nd of March. */
function isDate(text: string): boolean {
  const date = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 10));
}

function measuredBy(source: CheckSource, name: string, view: PackageView): Measured | undefined {
  const selectors = [source.at].flat();
  const spot = view.spot(selectors[0] as string);
  const schema = spot.kind === "schema" ? spot.schema : {};
  if (name === "length") {
    const [least, most] = [numberOr(schema.minLength, 0), numberOr(schema.maxLength, Infinity)];
    return { kind: "number", unit: "character", isWhole: true, least, most };
  }
  if (name === "range") {
    const types = typesOf(schema);
    const isNumeric = types.includes("integer") || types.includes("number");
    if (types.length > 0 && !isNumeric)
      return { kind: "date", unit: "", isWhole: false, least: -Infinity, most: Infinity };
    const isWhole = isNumeric && !types.includes("number");
    return { kind: "number", unit: "", isWhole, ...numericLimits(schema) };
  }
  if (name !== "count" && name !== "distinct") return undefined;
  const { least, most } = countLimits(selectors, source.where !== undefined, view);
  if (name === "count") return { kind: "number", unit: "item", isWhole: true, least, most };
  const values = finiteValues(schema)?.length ?? Infinity;
  return { kind: "number", unit: "value", isWhole: true, least: Math.min(least, 1), most: Math.min(most, values) };
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
  if (found.length > 0 || kind !== "date" || (reference.item ?? reference.candidate) === undefined) return;
  const path = typeof reference.item === "string" ? `${scope.item}${reference.item}` : String(reference.candidate);
  const there = view.spot(path);
  if (there.kind === "schema" && !["date", "date-time"].includes(String(there.schema.format)))
    yield { pointer, detail: `the shape has no date there; refer to one, or give ${quote(path)} the format date` };
}

function* lintTogether(
  known: ReadonlyMap<string, number>,
  { unit, isWhole, least, most }: Measured,
  name: string,
): Generator<Found> {
  const pointer = `/${name}`;
  const words = (size: number) => (unit === "" ? String(size) : count(size, unit));
  if (known.has("min") && known.has("above"))
    yield { pointer: `${pointer}/above`, detail: "there are two lower limits; remove one" };
  if (known.has("max") && known.has("below"))
    yield { pointer: `${pointer}/below`, detail: "there are two upper limits; remove one" };
  const step = isWhole ? 1 : Number.EPSILON;
  const lower = known.get("min") ?? (known.has("above") ? (known.get("above") as number) + step : undefined);
  const upper = known.get("max") ?? (known.has("below") ? (known.get("below") as number) - step : undefined);
  if (lower !== undefined && upper !== undefined && lower > upper)
    yield { pointer, detail: "the lower limit is over the upper one: nothing could hold; correct them" };
  const [atLower, atUpper] = [
    `${pointer}/${known.has("min") ? "min" : "above"}`,
    `${pointer}/${known.has("max") ? "max" : "below"}`,
  ];
  if (lower !== undefined && lower <= least)
    yield {
      pointer: atLower,
      detail:
        least === 0 && unit !== ""
          ? "this always holds; remove it or raise it"
          : `there are at least ${words(least)} already, by the shape; remove it or raise it`,
    };
  if (lower !== undefined && lower > most)
    yield { pointer: atLower, detail: `there are at most ${words(most)}: nothing could hold; lower it` };
  if (upper !== undefined && upper >= most)
    yield { pointer: atUpper, detail: `there are at most ${words(most)} already, by the shape; remove it or lower it` };
  if (upper !== undefined && upper < least)
    yield { pointer: atUpper, detail: `there are at least ${words(least)}: nothing could hold; raise it` };
}

/** How many places a check can select; an array that is absent is not counted at all. */
export function countLimits(
  selectors: readonly string[],
  isFiltered: boolean,
  view: PackageView,
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
    return { least: isWhole && array?.kind === "schema" ? numberOr(sizes[0]?.minItems, 0) : 0, most };
  });
  return {
    least: limits.reduce((sum, { least }) => sum + least, 0),
    most: limits.reduce((sum, { most }) => sum + most, 0),
  };
}
