import type { Flaw } from "../../ground/files/file-error.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { findMisspelling } from "../../ground/text/did-you-mean.js";
import { quote } from "../../ground/text/quote.js";
import { isDialect } from "../../schema/dialect.js";
import { FORMATS } from "../../schema/formats.js";
import { outlineOf } from "../../schema/outline.js";
import { walkSchemas } from "../../schema/schemas-in.js";
import { isWhole } from "../../schema/view.js";
import { findShapePlace, lintPlace, readTypes } from "../model/shape-places.js";
import { lintPropertyNames } from "./aliases.js";
import { lintSpelling } from "./data.js";
import { lintSchemaLimits } from "./limits.js";
import { lintObjectPlaceholder, lintValues } from "./placeholders.js";

/** Skips imported schemas (`$schema`), and composed ones, whose parts are incomplete. */
export function* lintShape(shape: JsonObject): Generator<Flaw> {
  if (isDialect(shape.$schema)) return;
  for (const { at, pointer, schema } of walkSchemas(shape)) {
    yield* lintSpellingOfKeywords(schema, pointer);
    if (!isWhole(schema)) continue;
    yield* lintDerive(schema, at, pointer, shape);
    yield* lintObjectPlaceholder(schema, pointer);
    yield* lintProperties(schema, pointer);
    yield* lintSchemaLimits(schema, pointer);
    yield* lintPropertyNames(schema, pointer);
    for (const keyword of ["enum", "aliases"])
      if (schema[keyword] !== undefined)
        yield* lintSpelling(schema[keyword], `${pointer}/${keyword}`);
    const { type, enum: values, items, maxItems } = schema;
    const untyped = '"type" is missing, and any value passes; add it';
    if (type === undefined && values === undefined) yield { pointer, detail: untyped };
    const unlimited = '"maxItems" is missing, and a request has room for 30,000 items; add it';
    if (readTypes(schema).includes("array") && maxItems === undefined)
      yield { pointer, detail: unlimited };
    const open = '"items" is missing, and anything may be in the array; say what its items are';
    if (type === "array" && items === undefined) yield { pointer, detail: open };
  }
  const detail = "a candidate has no name that could have aliases; remove them";
  if (shape.aliases !== undefined) yield { pointer: "/aliases", detail };
  yield* lintValues(shape);
}

function* lintProperties(
  { required = [], properties, additionalProperties: others }: JsonObject,
  pointer: string,
): Generator<Flaw> {
  const known = isObject(properties) ? Object.keys(properties) : [];
  for (const [index, name] of (required as string[]).entries()) {
    if (known.includes(name) || isObject(others)) continue;
    const missing =
      others === false
        ? "no property is defined for it: no candidate could be valid; define it"
        : 'not defined; add it to "properties"';
    const detail = `${quote(name)} is required, but ${missing}`;
    yield { pointer: `${pointer}/required/${index}`, detail };
  }
  const place = `${pointer}/additionalProperties`;
  if (known.length === 0) {
    if (others === false)
      yield { pointer: place, detail: "the object can have no property; define some" };
  } else if (isObject(others)) {
    const detail =
      'describes every value of a map, and an object with "properties" is none; write true or false, or remove "properties"';
    yield { pointer: place, detail };
  } else if (others === undefined) {
    const advice = "and every misspelled property passes; add it, as false or true";
    yield { pointer, detail: `"additionalProperties" is missing, ${advice}` };
  }
}

/** Keywords that are often misspelled: an unknown one decides nothing. */
const KEYWORDS =
  "type enum const required properties additionalProperties patternProperties minProperties maxProperties items minItems maxItems uniqueItems minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf allOf anyOf oneOf not placeholder aliases derive examples description default".split(
    " ",
  );

function* lintSpellingOfKeywords(schema: JsonObject, pointer: string): Generator<Flaw> {
  for (const key of Object.keys(schema)) {
    const meant = KEYWORDS.includes(key) ? undefined : findMisspelling(key, KEYWORDS);
    if (meant === undefined) continue;
    const detail = `${quote(key)} is no keyword, and decides nothing; did you mean ${quote(meant.right)}?`;
    yield { pointer, key, detail, meant };
  }
  const { format } = schema;
  if (typeof format !== "string" || FORMATS.has(format)) return;
  const meant = findMisspelling(format, [...FORMATS.keys()]);
  if (meant === undefined) return;
  const detail = `there is no such format; did you mean ${quote(meant.right)}?`;
  yield { pointer: `${pointer}/format`, detail, meant };
}

function* lintDerive(
  schema: JsonObject,
  at: string,
  pointer: string,
  shape: JsonObject,
): Generator<Flaw> {
  const { derive } = schema;
  if (!isObject(derive)) return;
  const outline = outlineOf(shape);
  const place = findShapePlace(outline, String(derive.from));
  const from = `${pointer}/derive/from`;
  yield* lintPlace(place, from);
  if (place.schema !== undefined && !readTypes(place.schema).includes("string"))
    yield { pointer: from, detail: "a value is derived from a string; name another property" };
  const seen = new Set<unknown>();
  for (let source: unknown = derive.from; typeof source === "string" && !seen.has(source); ) {
    if (source === at)
      yield { pointer: from, detail: "it would be derived from itself; name another property" };
    seen.add(source);
    const next: Json | undefined = findShapePlace(outline, source).schema?.derive;
    source = isObject(next) ? next.from : undefined;
  }
  if (!readTypes(schema).includes("string"))
    yield { pointer: `${pointer}/derive`, detail: "only a string can be derived; remove it" };
}
