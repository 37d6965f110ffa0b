import type { Flaw } from "../../ground/files/file-error.js";
import { isIndex, joinPointer, toTokens } from "../../ground/json/pointer.js";
import { isEachValue, isItemStep } from "../../ground/json/selector.js";
import { isObject, type Json, type JsonObject, kindOf } from "../../ground/json/value.js";
import { adviceOn, type Misspelling } from "../../ground/text/did-you-mean.js";
import { countedNoun, quote } from "../../ground/text/quote.js";
import { countCodePoints } from "../../schema/keywords.js";
import type { Statement } from "../../specs/places.js";

/** What the shape says about a place of a candidate. */
export interface ShapePlace {
  /** Undefined if the shape does not say what is there. */
  readonly schema?: JsonObject;
  /** The selector of all values that the same schema describes: `/rows/*` for `/rows/0`. */
  readonly generic?: string;
  /** Why no valid candidate has the place; undefined if one may. */
  readonly nowhere?: Omit<Flaw, "pointer">;
}

export function findShapePlace(shape: JsonObject, pointer: string): ShapePlace {
  let here: JsonObject = shape;
  let generic = "";
  for (const token of toTokens(pointer)) {
    const stated = readTypes(here);
    const types = stated.length === 0 ? ["object", "array"] : stated;
    if (isEachValue(token)) {
      if (!types.includes("object")) return nowherePlace(pointer, `"${token}" needs an object`);
      if (!isObject(here.additionalProperties)) return {};
      here = here.additionalProperties;
      generic += `/${token}`;
      continue;
    }
    const isNamed = isIndex(token) && types.includes("object");
    if (token === "*" || (isItemStep(token) && !isNamed)) {
      if (!types.includes("array"))
        return nowherePlace(pointer, `${isIndex(token) ? token : `"${token}"`} needs an array`);
      if (isIndex(token) && typeof here.maxItems === "number" && Number(token) >= here.maxItems)
        return nowherePlace(
          pointer,
          `the shape allows at most ${countedNoun(here.maxItems, "item")} there`,
        );
      if (!isObject(here.items)) return {};
      here = here.items as JsonObject;
      generic += "/*";
      continue;
    }
    if (!types.includes("object")) return nowherePlace(pointer, `${quote(token)} needs an object`);
    const properties = (here.properties ?? {}) as JsonObject;
    const next = Object.hasOwn(properties, token) ? properties[token] : undefined;
    if (!isObject(next)) {
      if (isObject(here.additionalProperties)) {
        here = here.additionalProperties;
        generic += "/~values";
        continue;
      }
      if (here.additionalProperties !== false) return {};
      const names = Object.keys(properties);
      const { advice, meant } = adviceOn(token, names, `properties there: ${names.join(", ")}`);
      return nowherePlace(pointer, `the shape has no ${quote(token)} there`, advice, meant);
    }
    here = next;
    generic = joinPointer(generic, token);
  }
  return { schema: here, generic };
}

/** A flaw if a selector leads nowhere, at the place where it is written. */
export function* nowhereFlaws({ nowhere: why }: ShapePlace, pointer: string): Generator<Flaw> {
  if (why !== undefined) yield { pointer, ...why };
}

export function nowherePlace(
  pointer: string,
  why: string,
  advice = "correct it",
  meant?: Misspelling,
): ShapePlace {
  return { nowhere: { detail: `"${pointer}" leads nowhere: ${why}; ${advice}`, meant } };
}

/** The types that a schema allows; empty if it allows any. */
export function readTypes(schema: JsonObject | undefined): string[] {
  return [schema?.type ?? []].flat() as string[];
}

export function hasDateFormat({ format }: JsonObject): boolean {
  return format === "date" || format === "date-time";
}

/**
 * All values that a schema allows; undefined unless it lists them or allows only booleans and null.
 */
export function finiteValues(schema: JsonObject | undefined): readonly Json[] | undefined {
  if (Array.isArray(schema?.enum)) return schema.enum;
  const types = readTypes(schema);
  if (types.length === 0 || types.some((type) => type !== "boolean" && type !== "null"))
    return undefined;
  return types.flatMap((type): Json[] => (type === "null" ? [null] : [true, false]));
}

export function canBeEqual(a: JsonObject, b: JsonObject): boolean {
  const [here, there] = [readTypes(a), readTypes(b)];
  if (here.length === 0 || there.length === 0) return true;
  const isNumber = (type: string) => type === "integer" || type === "number";
  return here.some((type) =>
    there.some((also) => type === also || (isNumber(type) && isNumber(also))),
  );
}

const LIMITS = [
  ["number", "minimum", "demands at least", (value: number, limit: number) => value >= limit],
  [
    "number",
    "exclusiveMinimum",
    "demands more than",
    (value: number, limit: number) => value > limit,
  ],
  ["number", "maximum", "allows at most", (value: number, limit: number) => value <= limit],
  [
    "number",
    "exclusiveMaximum",
    "demands less than",
    (value: number, limit: number) => value < limit,
  ],
  ["string", "minLength", "demands at least", (value: number, limit: number) => value >= limit],
  ["string", "maxLength", "allows at most", (value: number, limit: number) => value <= limit],
] as const;

/**
 * Why the shape or a rule refuses a value; undefined if it may accept it. Formats are not looked
 * at.
 */
export function whyRefused(
  { by, schema, types: checked }: Statement,
  value: Json,
): string | undefined {
  const kind = kindOf(value);
  const isAmong = (types: readonly string[]) =>
    types.includes(kind === "integer" ? "number" : kind);
  // A check ignores values of other types.
  if (checked !== undefined && !isAmong(checked)) return undefined;
  const types = readTypes(schema);
  if (types.length > 0 && !isAmong(types) && !types.includes(kind))
    return `${by} has ${types.join(" or ")} there, and ${quote(value)} is of type ${kind}`;
  const { enum: allowed, pattern, not } = schema;
  if (Array.isArray(allowed) && !allowed.includes(value))
    return `${by} allows only ${allowed.map(quote).join(", ")} there`;
  const size = typeof value === "string" ? countCodePoints(value) : Number(value);
  for (const [type, keyword, words, holds] of LIMITS) {
    const limit = schema[keyword];
    if (typeof value !== type || typeof limit !== "number" || holds(size, limit)) continue;
    return `${by} ${words} ${type === "string" ? countedNoun(limit, "character") : limit} there`;
  }
  const isListed = isObject(not) && (not.enum as Json[]).includes(value);
  const isUnmatched =
    typeof value === "string" &&
    typeof pattern === "string" &&
    !new RegExp(pattern, "u").test(value);
  return isListed || isUnmatched ? `${by} refuses it` : undefined;
}

/**
 * The least and the greatest number that a schema allows. An excluded fraction counts as the limit.
 */
export function numericLimits(schema: JsonObject): [least: number, most: number] {
  const step = readTypes(schema).includes("number") ? 0 : 1;
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  return [
    Math.max(numberOr(minimum, -Infinity), numberOr(above, -Infinity) + step),
    Math.min(numberOr(maximum, Infinity), numberOr(below, Infinity) - step),
  ];
}

export function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
