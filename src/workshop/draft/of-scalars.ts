import { isEqual, type Json, type JsonObject, kindOf } from "../../ground/json/value.js";
import { FORMATS } from "../../ground/json-schema/formats.js";
import { isPattern } from "../../ground/patterns/pattern-parts.js";
import { placeInWords } from "./draft-rules.js";
import type { Drafting } from "./drafting.js";

/** The listed values that the other keywords allow; undefined if they cannot be a list of the shape. */
export function shapeOfList(
  draft: Drafting,
  keywords: JsonObject,
  types: readonly string[] | undefined,
): JsonObject | undefined {
  const { enum: all, const: only, type, properties, required, ...rest } = keywords;
  const values = (Array.isArray(all) ? all : [only as Json]).filter(
    (value) => only === undefined || isEqual(value, only),
  );
  const isScalar = (value: Json) => value === null || typeof value !== "object";
  if (!values.every(isScalar)) return undefined;
  const schema: JsonObject = { ...rest, ...(types && { type: [...types] }) };
  const allowed = [...new Set(values)].filter((value) => draft.accepts(schema, value));
  if (allowed.length === 0) return undefined;
  const kinds = [...new Set(allowed.map(kindOf))];
  const plain = kinds.includes("number") ? kinds.filter((kind) => kind !== "integer") : kinds;
  draft.counts.shape += ["enum", "const", "type"].filter((key) => keywords[key] !== undefined).length;
  for (const key of ["not", "if", "anyOf", "oneOf", ...Object.keys(rest)]) delete keywords[key];
  const type_ = plain.length === 1 ? (plain[0] as string) : plain;
  const isAll = type_ === "boolean" && allowed.length === 2;
  return isAll || type_ === "null" ? { type: type_ } : { type: type_, enum: allowed };
}

export function shapeOfString(draft: Drafting, keywords: JsonObject, at: string): JsonObject {
  const { minLength = 0, maxLength, format, pattern } = keywords;
  const shape: JsonObject = {};
  let least = minLength as number;
  if (maxLength === 0) draft.keepKeyword(keywords, "maxLength", at);
  else if (maxLength !== undefined) shape.maxLength = maxLength;
  if (typeof format === "string") {
    if (FORMATS.has(format)) shape.format = format;
    else draft.keepKeyword(keywords, "format", at);
  }
  if (typeof pattern === "string" && isPattern(pattern)) {
    // The check leaves the empty string to the length.
    if (!new RegExp(pattern, "u").test("")) least = Math.max(1, least);
    const place = placeInWords(at);
    draft.counts.rules++;
    draft.rules.add(
      {
        at,
        keyword: "pattern",
        holds: "matches its pattern",
        summary: `The text at ${place} matches its pattern.`,
        message: `{actual} does not match the pattern of ${place}`,
      },
      { at, pattern },
    );
  }
  if (least > 0) shape.minLength = least;
  draft.counts.shape += ["minLength", "maxLength", "format"].filter((key) => keywords[key] !== undefined).length;
  return shape;
}

export function shapeOfNumber(
  draft: Drafting,
  keywords: JsonObject,
  at: string,
  types: readonly string[] | undefined,
): JsonObject {
  const shape: JsonObject = {};
  const isWhole = types?.includes("integer") === true && !types.includes("number");
  const {
    minimum,
    maximum,
    exclusiveMinimum: above,
    exclusiveMaximum: below,
    multipleOf,
  } = keywords as Record<string, number | undefined>;
  const round = (limit: number, up: boolean) => (isWhole ? (up ? Math.ceil(limit) : Math.floor(limit)) : limit);
  if (above !== undefined && above >= (minimum ?? Number.NEGATIVE_INFINITY)) {
    if (isWhole) shape.minimum = Math.floor(above) + 1;
    else shape.exclusiveMinimum = above;
  } else if (minimum !== undefined) shape.minimum = round(minimum, true);
  if (below !== undefined && below <= (maximum ?? Number.POSITIVE_INFINITY)) {
    if (isWhole) shape.maximum = Math.ceil(below) - 1;
    else shape.exclusiveMaximum = below;
  } else if (maximum !== undefined) shape.maximum = round(maximum, false);
  draft.counts.shape += ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].filter(
    (key) => keywords[key] !== undefined,
  ).length;
  if (multipleOf === undefined || (isWhole && multipleOf === 1)) return shape;
  draft.counts.rules++;
  const place = placeInWords(at);
  draft.rules.add(
    {
      at,
      keyword: "multipleOf",
      holds: `is a multiple of ${multipleOf}`,
      summary: `The number at ${place} is a multiple of ${multipleOf}.`,
      message: `{actual} at ${place} is not a multiple of {step}`,
    },
    { at, "multiple-of": multipleOf },
  );
  return shape;
}
