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
import type { ConditionScope, PackageModel } from "../model/package-model.js";
import {
  findRefusal,
  hasDateFormat,
  numberOr,
  readNumericLimits,
  readTypes,
} from "../model/shape-places.js";
import { lintSimilarValues } from "./aliases.js";
import { lintReference } from "./conditions.js";

/** A limit of a check; `literal` is undefined for one that refers to the candidate. */
type Limit = Readonly<{ name: string; literal: Json | undefined }>;

/** Finds limits of another kind than the values that they limit, or that refer to no place. */
export function* lintLimits(source: CheckSource, scope: ConditionScope): Generator<Flaw> {
  const { model } = scope;
  const { definition, value } = readCheck(source);
  const limits: Limit[] = [];
  const measured = findMeasuredKind(source, model);
  const kind = measured === "date" ? "date" : "number";
  for (const [name, written] of Object.entries(value as JsonObject)) {
    const pointer = `/${definition.name}/${name}`;
    const literal = readLiteral(written, model.data, pointer);
    limits.push({ name, literal });
    const order = orderOf(literal);
    let detail: string | undefined;
    if (literal === undefined)
      yield* lintLimitReference(written as JsonObject, source, kind, scope, pointer);
    else if (order === undefined)
      detail = `${quote(literal)} is neither a number nor a date (2026-01-31); correct it`;
    else if (order.kind !== kind) detail = `the shape has a ${kind} there; give a ${kind}`;
    else if (measured === "whole number" && !Number.isInteger(literal))
      detail = `the shape has whole numbers there, which are never ${quote(literal)}; round it`;
    if (detail !== undefined) yield { pointer, detail };
  }
  yield* lintIneffectiveLimits(source, limits, model);
}

/** Finds limits that exclude each other, and limits that the shape already guarantees. */
function* lintIneffectiveLimits(
  source: CheckSource,
  limits: readonly Limit[],
  model: PackageModel,
): Generator<Flaw> {
  const pointer = `/${readCheck(source).definition.name}`;
  for (const low of limits)
    for (const high of limits) {
      if (!["min", "above"].includes(low.name) || !["max", "below"].includes(high.name)) continue;
      const from = orderOf(low.literal)?.order ?? Number.NaN;
      const to = orderOf(high.literal)?.order ?? Number.NaN;
      const areInclusive = low.name === "min" && high.name === "max";
      if (!(from > to || (from === to && !areInclusive))) continue;
      const words = `${low.name} ${low.literal} and ${high.name} ${high.literal}`;
      yield { pointer, detail: `nothing is within both ${words}; correct one` };
      return;
    }
  const {
    bounds: [least, most],
    schema = {},
  } = findBounds(source, model);
  const isRefused = (value: number) =>
    findRefusal({ statedBy: "the shape", schema }, value) !== undefined;
  const isIdle = ({ name, literal: value }: Limit) => {
    if (typeof value !== "number") return false;
    if (name === "min" || name === "above")
      return value <= least && (name === "min" || isRefused(value));
    return value >= most && (name === "max" || isRefused(value));
  };
  const detail =
    "this never fires: the shape already enforces these limits; correct them, or remove the check";
  if (limits.length > 0 && limits.every(isIdle)) yield { pointer, detail };
}

/** The least and the greatest value that a check can measure in what the shape accepts. */
function findBounds(
  source: CheckSource,
  model: PackageModel,
): { bounds: [number, number]; schema?: JsonObject } {
  const { name, kind } = readCheck(source).definition;
  const [selector = "", ...others] = [source.at].flat();
  const isArray = (name === "count" || name === "distinct") && /^[^*{]*\/\*$/.test(selector);
  const { schema } = model.shapePlaceAt(isArray ? selector.slice(0, -2) : selector);
  const unbounded: [number, number] = [kind === "counts" ? 0 : -Infinity, Infinity];
  if (others.length > 0 || source.where !== undefined || schema === undefined)
    return { bounds: unbounded };
  const { minLength, maxLength, minItems, maxItems } = schema;
  if (name === "range") return { bounds: readNumericLimits(schema), schema };
  if (name === "length") return { bounds: [numberOr(minLength, 0), numberOr(maxLength, Infinity)] };
  const fewest = numberOr(minItems, 0);
  const least = name === "count" ? fewest : Math.min(fewest, 1);
  return { bounds: isArray ? [least, numberOr(maxItems, Infinity)] : unbounded };
}

function findMeasuredKind(
  source: CheckSource,
  model: PackageModel,
): "number" | "whole number" | "date" {
  if (readCheck(source).definition.kind === "counts") return "whole number";
  const types = new Set<string>();
  for (const selector of [source.at].flat()) {
    const { schema } = model.shapePlaceAt(selector);
    for (const type of schema === undefined ? ["number"] : readTypes(schema)) types.add(type);
  }
  if (types.has("number") || types.size === 0) return "number";
  return types.has("integer") ? "whole number" : "date";
}

function* lintLimitReference(
  reference: JsonObject,
  source: CheckSource,
  kind: "number" | "date",
  scope: ConditionScope,
  pointer: string,
): Generator<Flaw> {
  const { model } = scope;
  const [selector] = [source.at].flat() as [string];
  const schema = source.range === undefined ? undefined : model.shapePlaceAt(selector).schema;
  const compared = schema ? { selector, schema } : { selector: "", schema: { type: "number" } };
  const flaws = [...lintReference(reference, scope, pointer, compared)];
  yield* flaws;
  const isOfDates = kind === "date" || reference.plusDays !== undefined;
  const path = toSelector(reference, scope.item);
  if (flaws.length > 0 || !isOfDates || path === undefined) return;
  const place = model.shapePlaceAt(path).schema;
  if (place === undefined || hasDateFormat(place)) return;
  const advice = `refer to one, or give ${quote(path)} the format date`;
  yield { pointer, detail: `the shape has no date there; ${advice}` };
}

const LIMIT_PAIRS = [
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minimum", "maximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
  ["minimum", "exclusiveMaximum"],
  ["exclusiveMinimum", "maximum"],
] as const;

/** Finds limits of a schema that nothing can meet, or that have no effect. */
export function* lintSchemaLimits(schema: JsonObject, pointer: string): Generator<Flaw> {
  for (const [min, max] of LIMIT_PAIRS) {
    const [least, most] = [schema[min], schema[max]];
    if (typeof least !== "number" || typeof most !== "number") continue;
    const isExclusive = min.startsWith("exclusive") || max.startsWith("exclusive");
    const detail = `${min} ${least} is over ${max} ${most}: nothing could be valid; correct them`;
    if (least > most || (isExclusive && least === most))
      yield { pointer: `${pointer}/${min}`, detail };
  }
  for (const [keyword, what] of Object.entries({ maxLength: "string", maxItems: "array" })) {
    const detail = `the ${what} is always empty; raise ${keyword} or remove it`;
    if (schema[keyword] === 0) yield { pointer: `${pointer}/${keyword}`, detail };
  }
  const { enum: values, ...others } = schema;
  const { format, maxLength, minLength } = others;
  const [shortest, longest] = FORMATS.get(String(format))?.lengths ?? [0, Infinity];
  if (numberOr(maxLength, Infinity) < shortest || numberOr(minLength, 0) > longest) {
    const detail = `no ${format} has such a length: nothing could be valid`;
    yield { pointer: `${pointer}/format`, detail };
  }
  if (!Array.isArray(values)) return;
  yield* lintSimilarValues(values, (index) => `${pointer}/enum/${index}`);
  const ofFormat =
    format === undefined ? undefined : compileShapeDecider({ type: "string", format });
  for (const [index, value] of values.entries()) {
    const hasFormat = (ofFormat?.findErrors(value, "") ?? []).length === 0;
    const reason =
      findRefusal({ statedBy: "the shape", schema: others }, value) ??
      (hasFormat ? undefined : `it does not have the format ${format}`);
    const detail = `can never occur there: ${reason}; remove it`;
    if (reason !== undefined) yield { pointer: `${pointer}/enum/${index}`, detail };
  }
  const detail = `"enum" lists the values already; remove "maxLength"`;
  if (typeof maxLength === "number") yield { pointer: `${pointer}/maxLength`, detail };
}
