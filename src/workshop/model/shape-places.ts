import type { Flaw } from "../../ground/files/file-error.js";
import { isIndex, joinPointer, toTokens } from "../../ground/json/pointer.js";
import { isEachValue, isItemStep } from "../../ground/json/selector.js";
import { isObject, type Json, type JsonObject, kindOf } from "../../ground/json/value.js";
import { adviceOn, type Misspelling } from "../../ground/text/did-you-mean.js";
import { countedNoun, quote } from "../../ground/text/quote.js";
import { countCodePoints } from "../../schema/keywords.js";
import type { Constraint } from "../../specs/constraints.js";

/** What the shape says about a place of a candidate. */
export interface ShapePlace {
  /** Undefined if the shape does not say what is there. */
  readonly schema?: JsonObject;
  /** The selector of all values that the same schema describes: `/rows/*` for `/rows/0`. */
  readonly selector?: string;
  /** Why no valid candidate has the place; undefined if one may. */
  readonly unreachable?: Omit<Flaw, "pointer">;
}

export function findShapePlace(shape: JsonObject, pointer: string): ShapePlace {
  let schema: JsonObject = shape;
  let selector = "";
  for (const token of toTokens(pointer)) {
    const stated = readTypes(schema);
    const types = stated.length === 0 ? ["object", "array"] : stated;
    const { additionalProperties: values, items, maxItems } = schema;
    const isKey = isIndex(token) && types.includes("object");
    if (isEachValue(token)) {
      if (!types.includes("object")) return unreachablePlace(pointer, `"${token}" needs an object`);
      if (!isObject(values)) return {};
      schema = values;
      selector += `/${token}`;
    } else if (token === "*" || (isItemStep(token) && !isKey)) {
      if (!types.includes("array"))
        return unreachablePlace(pointer, `${isIndex(token) ? token : `"${token}"`} needs an array`);
      if (isIndex(token) && typeof maxItems === "number" && Number(token) >= maxItems) {
        const most = countedNoun(maxItems, "item");
        return unreachablePlace(pointer, `the shape allows at most ${most} there`);
      }
      if (!isObject(items)) return {};
      schema = items;
      selector += "/*";
    } else {
      if (!types.includes("object"))
        return unreachablePlace(pointer, `${quote(token)} needs an object`);
      const properties = (schema.properties ?? {}) as JsonObject;
      const property = Object.hasOwn(properties, token) ? properties[token] : undefined;
      if (isObject(property)) {
        schema = property;
        selector = joinPointer(selector, token);
      } else if (isObject(values)) {
        schema = values;
        selector += "/~values";
      } else if (values === false) {
        const names = Object.keys(properties);
        const { advice, meant } = adviceOn(token, names, `properties there: ${names.join(", ")}`);
        return unreachablePlace(pointer, `the shape has no ${quote(token)} there`, advice, meant);
      } else return {};
    }
  }
  return { schema, selector };
}

/** Yields a flaw if the place cannot exist; `pointer` is where the rule names it. */
export function* lintPlace({ unreachable }: ShapePlace, pointer: string): Generator<Flaw> {
  if (unreachable !== undefined) yield { pointer, ...unreachable };
}

export function unreachablePlace(
  pointer: string,
  reason: string,
  advice = "correct it",
  meant?: Misspelling,
): ShapePlace {
  return { unreachable: { detail: `"${pointer}" leads nowhere: ${reason}; ${advice}`, meant } };
}

/** The types that a schema allows; empty if it allows any. */
export function readTypes(schema: JsonObject | undefined): string[] {
  return [schema?.type ?? []].flat() as string[];
}

export function hasDateFormat({ format }: JsonObject): boolean {
  return format === "date" || format === "date-time";
}

/** All values that a schema allows; undefined if there are too many. */
export function listAllValues(schema: JsonObject | undefined): readonly Json[] | undefined {
  if (Array.isArray(schema?.enum)) return schema.enum;
  const types = readTypes(schema);
  if (types.length === 0 || types.some((type) => type !== "boolean" && type !== "null"))
    return undefined;
  return types.flatMap((type): Json[] => (type === "null" ? [null] : [true, false]));
}

export function canBeEqual(a: JsonObject, b: JsonObject): boolean {
  const generalize = (type: string) => (type === "integer" ? "number" : type);
  const [types, others] = [readTypes(a).map(generalize), readTypes(b).map(generalize)];
  return types.length * others.length === 0 || types.some((type) => others.includes(type));
}

/** Keywords that limit a number or the length of a string, in the order of the messages. */
const LIMIT_WORDS: Readonly<Record<string, string>> = {
  minimum: "demands at least",
  exclusiveMinimum: "demands more than",
  maximum: "allows at most",
  exclusiveMaximum: "demands less than",
  minLength: "demands at least",
  maxLength: "allows at most",
};

/** Why a constraint refuses a value; undefined if it may accept it. Formats are not looked at. */
export function findRefusal(
  { statedBy, schema, types: checked }: Constraint,
  value: Json,
): string | undefined {
  const valueType = kindOf(value);
  const generalType = valueType === "integer" ? "number" : valueType;
  // A check ignores values of other types.
  if (checked !== undefined && !checked.includes(generalType)) return undefined;
  const types = readTypes(schema);
  if (types.length > 0 && !types.includes(generalType) && !types.includes(valueType))
    return `${statedBy} has ${types.join(" or ")} there, and ${quote(value)} is of type ${valueType}`;
  const { enum: allowed, pattern, not } = schema;
  if (Array.isArray(allowed) && !allowed.includes(value))
    return `${statedBy} allows only ${allowed.map(quote).join(", ")} there`;
  for (const [keyword, words] of Object.entries(LIMIT_WORDS)) {
    const limit = schema[keyword];
    if (typeof limit !== "number" || isWithinLimit(value, keyword, limit)) continue;
    return `${statedBy} ${words} ${typeof value === "string" ? countedNoun(limit, "character") : limit} there`;
  }
  const isListed = isObject(not) && (not.enum as Json[]).includes(value);
  const isUnmatched =
    typeof value === "string" &&
    typeof pattern === "string" &&
    !new RegExp(pattern, "u").test(value);
  return isListed || isUnmatched ? `${statedBy} refuses it` : undefined;
}

function isWithinLimit(value: Json, keyword: string, limit: number): boolean {
  const isOfLength = keyword.endsWith("Length");
  if (typeof value !== (isOfLength ? "string" : "number")) return true;
  const size = typeof value === "string" ? countCodePoints(value) : Number(value);
  if (keyword === "exclusiveMinimum") return size > limit;
  if (keyword === "exclusiveMaximum") return size < limit;
  return keyword.startsWith("min") ? size >= limit : size <= limit;
}

/** The least and the greatest number that a schema allows; an excluded limit of fractions too. */
export function readNumericLimits(schema: JsonObject): [least: number, most: number] {
  const step = readTypes(schema).includes("number") ? 0 : 1;
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  return [
    Math.max(numberOr(minimum, -Infinity), numberOr(above, -Infinity) + step),
    Math.min(numberOr(maximum, Infinity), numberOr(below, Infinity) - step),
  ];
}

export function numberOr(value: unknown, fallback: number): number {
  return typeof value === "number" ? value : fallback;
}
