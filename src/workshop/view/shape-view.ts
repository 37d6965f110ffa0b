import type { Flaw } from "../../ground/files/file-error.js";
import { isIndex, toTokens } from "../../ground/json/pointer.js";
import { isEachValue, isItemStep } from "../../ground/json/selector.js";
import { isObject, type Json, type JsonObject, kindOf } from "../../ground/json/value.js";
import { countCodePoints } from "../../ground/json-schema/keywords.js";
import { adviceOn, type Misspelling } from "../../ground/text/did-you-mean.js";
import { countedNoun, quote } from "../../ground/text/quote.js";

/** What the shape says about a place of a candidate. */
export interface ShapePlace {
  /** Undefined if the shape does not say what is there. */
  readonly schema?: JsonObject;
  /** Whether every valid candidate has the place: it is required, and so is everything around it. */
  readonly isRequired?: boolean;
  /** Why no valid candidate has the place; undefined if one may. */
  readonly nowhere?: Omit<Flaw, "pointer">;
}

export function shapePlaceAt(shape: JsonObject, pointer: string): ShapePlace {
  let here: JsonObject = shape;
  let isRequired = true;
  for (const token of toTokens(pointer)) {
    const types = typesIn(here);
    if (isEachValue(token)) {
      if (!types.includes("object")) return nowherePlace(pointer, `"${token}" needs an object`);
      if (!isObject(here.additionalProperties)) return {};
      here = here.additionalProperties;
      continue;
    }
    const isNamed = isIndex(token) && types.includes("object");
    if (token === "*" || (isItemStep(token) && !isNamed)) {
      if (!types.includes("array"))
        return nowherePlace(pointer, `${isIndex(token) ? token : `"${token}"`} needs an array`);
      if (isIndex(token) && typeof here.maxItems === "number" && Number(token) >= here.maxItems)
        return nowherePlace(pointer, `the shape allows at most ${countedNoun(here.maxItems, "item")} there`);
      if (!isObject(here.items)) return {};
      here = here.items as JsonObject;
      if (token !== "*") isRequired = false;
      continue;
    }
    if (!types.includes("object")) return nowherePlace(pointer, `${quote(token)} needs an object`);
    const properties = (here.properties ?? {}) as JsonObject;
    const next = Object.hasOwn(properties, token) ? properties[token] : undefined;
    if (!isObject(next)) {
      if (isObject(here.additionalProperties)) {
        here = here.additionalProperties;
        isRequired = false;
        continue;
      }
      if (here.additionalProperties !== false) return {};
      const names = Object.keys(properties);
      const { advice, meant } = adviceOn(token, names, `properties there: ${names.join(", ")}`);
      return nowherePlace(pointer, `the shape has no ${quote(token)} there`, advice, meant);
    }
    isRequired &&= Array.isArray(here.required) && here.required.includes(token);
    here = next;
  }
  return { schema: here, isRequired };
}

/** A flaw if a selector leads nowhere, at the place where it is written. */
export function* nowhereFlaws({ nowhere: why }: ShapePlace, pointer: string): Generator<Flaw> {
  if (why !== undefined) yield { pointer, ...why };
}

export function nowherePlace(pointer: string, why: string, advice = "correct it", meant?: Misspelling): ShapePlace {
  return { nowhere: { detail: `"${pointer}" leads nowhere: ${why}; ${advice}`, meant } };
}

/** The types that a schema allows; empty if it allows any. */
export function typesIn(schema: JsonObject | undefined): string[] {
  return [schema?.type ?? []].flat() as string[];
}

export function hasDateFormat({ format }: JsonObject): boolean {
  return format === "date" || format === "date-time";
}

/** All values that a schema allows; undefined unless it lists them or allows only booleans and null. */
export function finiteValues(schema: JsonObject | undefined): readonly Json[] | undefined {
  if (Array.isArray(schema?.enum)) return schema.enum;
  const types = typesIn(schema);
  if (types.length === 0 || types.some((type) => type !== "boolean" && type !== "null")) return undefined;
  return types.flatMap((type): Json[] => (type === "null" ? [null] : [true, false]));
}

export function canBeEqual(a: JsonObject, b: JsonObject): boolean {
  const [here, there] = [typesIn(a), typesIn(b)];
  if (here.length === 0 || there.length === 0) return true;
  const isNumber = (type: string) => type === "integer" || type === "number";
  return here.some((type) => there.some((also) => type === also || (isNumber(type) && isNumber(also))));
}

/** Why a schema refuses a value, by its types, enum and limits; undefined if it may accept the value. */
export function whySchemaRefuses(schema: JsonObject | undefined, value: Json): string | undefined {
  if (schema === undefined) return undefined;
  const types = typesIn(schema);
  const kind = kindOf(value);
  const fits = types.includes(kind) || (kind === "integer" && types.includes("number"));
  if (types.length > 0 && !fits)
    return `the shape has ${types.join(" or ")} there, and ${quote(value)} is of type ${kind}`;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
    return `the shape allows only ${schema.enum.map(quote).join(", ")} there`;
  if (typeof value === "string")
    return outside(countCodePoints(value), schema.minLength, schema.maxLength, "character");
  if (typeof value === "number") {
    const [least, most] = numericLimits(schema);
    return outside(value, least, most);
  }
  return undefined;
}

/** Why a size is outside of its limits; undefined if it is within them. */
function outside(size: number, min: unknown, max: unknown, unit?: string): string | undefined {
  const limit = (number: number) => (unit === undefined ? number : countedNoun(number, unit));
  if (typeof min === "number" && size < min) return `the shape demands at least ${limit(min)} there`;
  if (typeof max === "number" && size > max) return `the shape allows at most ${limit(max)} there`;
  return undefined;
}

/** The least and the greatest number that a schema allows. Exclusive limits of fractions count as inclusive ones. */
export function numericLimits(schema: JsonObject): [least: number, most: number] {
  const step = typesIn(schema).includes("number") ? 0 : 1;
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  return [
    Math.max(numberOr(minimum, -Infinity), typeof above === "number" ? above + step : -Infinity),
    Math.min(numberOr(maximum, Infinity), typeof below === "number" ? below - step : Infinity),
  ];
}

export function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
