import { readCheck } from "../../engine/checks/index.js";
import { readLiteral } from "../../engine/condition.js";
import type { CheckSource } from "../../engine/grammar.js";
import { orderOf } from "../../engine/order.js";
import { compileShapeDecider } from "../../engine/problems/compile-shape.js";
import { toSelector } from "../../engine/reference.js";
import type { Flaw } from "../../ground/files/file-error.js";
import type { Json, JsonObject } from "../../ground/json/value.js";
import { quote } from "../../ground/text/quote.js";
import { FORMATS } from "../../schema/formats.js";
import type { ConditionScope, PackageView } from "../view/package-view.js";
import {
  hasDateFormat,
  numberOr,
  numericLimits,
  readTypes,
  whyRefused,
} from "../view/shape-view.js";
import { sameSpellings } from "./aliases.js";
import { lintReference } from "./conditions.js";

/** A limit of a check; `literal` is undefined for one that refers to the candidate. */
type Limit = { name: string; given: Json; pointer: string; literal: Json | undefined };

/**
 * Finds limits of a different kind from the values that they limit, and limits that refer to no
 * place.
 */
export function* lintLimits(source: CheckSource, scope: ConditionScope): Generator<Flaw> {
  const { view } = scope;
  const { definition, value } = readCheck(source);
  const limits = Object.entries(value as JsonObject).map(([name, given]): Limit => {
    const pointer = `/${definition.name}/${name}`;
    return { name, given, pointer, literal: readLiteral(given, view.data, pointer) };
  });
  const measured = findMeasure(source, view);
  const kind = measured === "date" ? "date" : "number";
  for (const { pointer, given, literal } of limits) {
    const there = orderOf(literal);
    if (literal === undefined) yield* lintPlace(given as JsonObject, source, kind, scope, pointer);
    else if (there === undefined)
      yield {
        pointer,
        detail: `${quote(literal)} is neither a number nor a date (2026-01-31); correct it`,
      };
    else if (there.kind !== kind)
      yield { pointer, detail: `the shape has a ${kind} there; give a ${kind}` };
    else if (measured === "whole number" && !Number.isInteger(literal))
      yield {
        pointer,
        detail: `the shape has whole numbers there, which are never ${quote(literal)}; round it`,
      };
  }
  yield* lintReach(source, limits, view);
}

/** Finds limits that exclude each other, and limits that the shape already guarantees. */
function* lintReach(
  source: CheckSource,
  limits: readonly Limit[],
  view: PackageView,
): Generator<Flaw> {
  const pointer = `/${readCheck(source).definition.name}`;
  for (const low of limits.filter(({ name }) => name === "min" || name === "above"))
    for (const high of limits.filter(({ name }) => name === "max" || name === "below")) {
      const [from, to] = [
        orderOf(low.literal)?.order ?? Number.NaN,
        orderOf(high.literal)?.order ?? Number.NaN,
      ];
      if (!(from > to || (from === to && (low.name !== "min" || high.name !== "max")))) continue;
      const words = [low, high].map(({ name, literal }) => `${name} ${literal}`).join(" and ");
      yield { pointer, detail: `nothing is within both ${words}; correct one` };
      return;
    }
  const { bounds, schema = {} } = findBounds(source, view);
  const [least, most] = bounds;
  const isRefused = (value: number) => whyRefused({ by: "the shape", schema }, value) !== undefined;
  const isIdle = ({ name, literal: value }: Limit) =>
    typeof value === "number" &&
    {
      min: value <= least,
      above: value <= least && isRefused(value),
      max: value >= most,
      below: value >= most && isRefused(value),
    }[name];
  const detail =
    "this never fires: the shape already enforces these limits; correct them, or remove the check";
  if (limits.length > 0 && limits.every(isIdle)) yield { pointer, detail };
}

/**
 * The least and the greatest value that a check can measure in a candidate that the shape accepts,
 * by its schema.
 */
function findBounds(
  source: CheckSource,
  view: PackageView,
): { bounds: [number, number]; schema?: JsonObject } {
  const { name, kind } = readCheck(source).definition;
  const [selector = "", ...others] = [source.at].flat();
  const isArray = (name === "count" || name === "distinct") && /^[^*{]*\/\*$/.test(selector);
  const { schema } = view.shapePlaceAt(isArray ? selector.slice(0, -2) : selector);
  const unbounded: [number, number] = [kind === "counts" ? 0 : -Infinity, Infinity];
  if (others.length > 0 || source.where !== undefined || schema === undefined)
    return { bounds: unbounded };
  const { minLength, maxLength, minItems, maxItems } = schema;
  if (name === "range") return { bounds: numericLimits(schema), schema };
  if (name === "length") return { bounds: [numberOr(minLength, 0), numberOr(maxLength, Infinity)] };
  const fewest = numberOr(minItems, 0);
  const least = name === "count" ? fewest : Math.min(fewest, 1);
  return { bounds: isArray ? [least, numberOr(maxItems, Infinity)] : unbounded };
}

/** The kind of the values that a check compares with its limits. */
function findMeasure(source: CheckSource, view: PackageView): "number" | "whole number" | "date" {
  if (readCheck(source).definition.kind === "counts") return "whole number";
  const types = [source.at].flat().flatMap((selector) => {
    const { schema } = view.shapePlaceAt(selector);
    return schema === undefined ? ["number"] : readTypes(schema);
  });
  if (types.includes("number") || types.length === 0) return "number";
  return types.includes("integer") ? "whole number" : "date";
}

/** Checks a limit that refers to a place of the candidate. */
function* lintPlace(
  reference: JsonObject,
  source: CheckSource,
  kind: "number" | "date",
  scope: ConditionScope,
  pointer: string,
): Generator<Flaw> {
  const { view } = scope;
  const [selector] = [source.at].flat() as [string];
  const schema = source.range === undefined ? undefined : view.shapePlaceAt(selector).schema;
  const compared = schema ? { selector, schema } : { selector: "", schema: { type: "number" } };
  const flaws = [...lintReference(reference, scope, pointer, compared)];
  yield* flaws;
  const isOfDates = kind === "date" || reference.plusDays !== undefined;
  const path = toSelector(reference, scope.item);
  if (flaws.length > 0 || !isOfDates || path === undefined) return;
  const there = view.shapePlaceAt(path).schema;
  if (there !== undefined && !hasDateFormat(there))
    yield {
      pointer,
      detail: `the shape has no date there; refer to one, or give ${quote(path)} the format date`,
    };
}

const LIMITS = [
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minimum", "maximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
  ["minimum", "exclusiveMaximum"],
  ["exclusiveMinimum", "maximum"],
] as const;

/** Finds limits that nothing can meet, or that have no effect. */
export function* lintSchemaLimits(schema: JsonObject, pointer: string): Generator<Flaw> {
  for (const [min, max] of LIMITS) {
    const [least, most] = [schema[min], schema[max]];
    if (typeof least !== "number" || typeof most !== "number") continue;
    const isExclusive = min.startsWith("exclusive") || max.startsWith("exclusive");
    const detail = `${min} ${least} is over ${max} ${most}: nothing could be valid; correct them`;
    if (least > most || (isExclusive && least === most))
      yield { pointer: `${pointer}/${min}`, detail };
  }
  for (const [keyword, what] of Object.entries({ maxLength: "string", maxItems: "array" }))
    if (schema[keyword] === 0)
      yield {
        pointer: `${pointer}/${keyword}`,
        detail: `the ${what} is always empty; raise ${keyword} or remove it`,
      };
  const [least, most] = FORMATS.get(String(schema.format))?.lengths ?? [0, Infinity];
  const { maxLength, minLength, enum: values } = schema;
  if (
    (typeof maxLength === "number" && maxLength < least) ||
    (typeof minLength === "number" && minLength > most)
  )
    yield {
      pointer: `${pointer}/format`,
      detail: `no ${schema.format} has such a length: nothing could be valid`,
    };
  const listed = Array.isArray(values) ? values : [];
  yield* sameSpellings(listed, (index) => `${pointer}/enum/${index}`);
  for (const [index, value] of listed.entries()) {
    const { enum: _, ...others } = schema;
    const { format } = schema;
    const ofFormat =
      format === undefined ? undefined : compileShapeDecider({ type: "string", format });
    const isOfFormat = (ofFormat?.findErrors(value, "") ?? []).length === 0;
    const why =
      whyRefused({ by: "the shape", schema: others }, value) ??
      (isOfFormat ? undefined : `it does not have the format ${schema.format}`);
    if (why !== undefined)
      yield {
        pointer: `${pointer}/enum/${index}`,
        detail: `can never occur there: ${why}; remove it`,
      };
  }
  if (typeof maxLength === "number" && Array.isArray(values))
    yield {
      pointer: `${pointer}/maxLength`,
      detail: `"enum" lists the values already; remove "maxLength"`,
    };
}
