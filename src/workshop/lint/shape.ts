import type { Flaw } from "../../ground/files/file-error.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { findMisspelling } from "../../ground/text/did-you-mean.js";
import { quote } from "../../ground/text/quote.js";
import { isDialect } from "../../schema/dialect.js";
import { FORMATS } from "../../schema/formats.js";
import { outlineOf } from "../../schema/outline.js";
import { walkSchemas } from "../../schema/schemas-in.js";
import { isWhole } from "../../schema/view.js";
import { findShapePlace, nowhereFlaws, readTypes } from "../view/shape-view.js";
import { lintPropertyNames } from "./aliases.js";
import { lintSpelling } from "./data.js";
import { lintSchemaLimits } from "./limits.js";
import { lintPlaceholder, lintValues } from "./placeholders.js";

/**
 * Finds flaws of a shape that a meta-schema cannot describe. Skips imported schemas (`$schema`) and
 * composed ones, whose parts are incomplete.
 */
export function* lintShape(shape: JsonObject): Generator<Flaw> {
  if (isDialect(shape.$schema)) return;
  for (const { at, pointer, schema } of walkSchemas(shape)) {
    yield* lintSpellingOfKeywords(schema, pointer);
    if (!isWhole(schema)) continue;
    yield* lintDerive(schema, at, pointer, shape);
    yield* lintPlaceholder(schema, pointer);
    yield* lintRequired(schema, pointer);
    yield* lintSchemaLimits(schema, pointer);
    yield* lintPropertyNames(schema, pointer);
    for (const keyword of ["enum", "aliases"])
      if (schema[keyword] !== undefined)
        yield* lintSpelling(schema[keyword], `${pointer}/${keyword}`);
    if (schema.type === undefined && schema.enum === undefined)
      yield { pointer, detail: '"type" is missing, and any value passes; add it' };
    if (readTypes(schema).includes("array") && schema.maxItems === undefined)
      yield {
        pointer,
        detail: '"maxItems" is missing, and a request has room for 30,000 items; add it',
      };
    if (schema.type === "array" && schema.items === undefined)
      yield {
        pointer,
        detail: '"items" is missing, and anything may be in the array; say what its items are',
      };
  }
  if (shape.aliases !== undefined)
    yield {
      pointer: "/aliases",
      detail: "a candidate has no name that could have aliases; remove them",
    };
  yield* lintValues(shape);
}

function* lintRequired(
  { required = [], properties, additionalProperties }: JsonObject,
  pointer: string,
): Generator<Flaw> {
  const known = isObject(properties) ? Object.keys(properties) : [];
  for (const [index, name] of (required as string[]).entries()) {
    if (known.includes(name) || isObject(additionalProperties)) continue;
    const missing =
      additionalProperties === false
        ? "no property is defined for it: no candidate could be valid; define it"
        : 'not defined; add it to "properties"';
    yield {
      pointer: `${pointer}/required/${index}`,
      detail: `${quote(name)} is required, but ${missing}`,
    };
  }
  if (isObject(additionalProperties) && known.length > 0) {
    const detail =
      'describes every value of a map, and an object with "properties" is none; write true or false, or remove "properties"';
    yield { pointer: `${pointer}/additionalProperties`, detail };
  }
  if (additionalProperties === undefined && known.length > 0) {
    const advice = "and every misspelled property passes; add it, as false or true";
    yield { pointer, detail: `"additionalProperties" is missing, ${advice}` };
  }
  if (additionalProperties === false && known.length === 0)
    yield {
      pointer: `${pointer}/additionalProperties`,
      detail: "the object can have no property; define some",
    };
}

/** Keywords that are often misspelled: an unknown one decides nothing. */
const KEYWORDS =
  "type enum const required properties additionalProperties patternProperties minProperties maxProperties items minItems maxItems uniqueItems minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf allOf anyOf oneOf not placeholder aliases derive examples description default".split(
    " ",
  );

function* lintSpellingOfKeywords(schema: JsonObject, pointer: string): Generator<Flaw> {
  for (const key of Object.keys(schema).filter((one) => !KEYWORDS.includes(one))) {
    const meant = findMisspelling(key, KEYWORDS);
    const detail = `${quote(key)} is no keyword, and decides nothing; did you mean ${quote(meant?.right)}?`;
    if (meant !== undefined) yield { pointer, key, detail, meant };
  }
  const { format } = schema;
  const meant =
    typeof format === "string" && !FORMATS.has(format)
      ? findMisspelling(format, [...FORMATS.keys()])
      : undefined;
  if (meant !== undefined)
    yield {
      pointer: `${pointer}/format`,
      detail: `there is no such format; did you mean ${quote(meant.right)}?`,
      meant,
    };
}

function* lintDerive(
  { derive, type }: JsonObject,
  at: string,
  pointer: string,
  shape: JsonObject,
): Generator<Flaw> {
  if (!isObject(derive)) return;
  const outline = outlineOf(shape);
  const place = findShapePlace(outline, String(derive.from));
  const from = `${pointer}/derive/from`;
  yield* nowhereFlaws(place, from);
  if (place.schema !== undefined && !readTypes(place.schema).includes("string"))
    yield { pointer: from, detail: "a value is derived from a string; name another property" };
  const seen = new Set<unknown>();
  for (let source: unknown = derive.from; typeof source === "string" && !seen.has(source); ) {
    if (source === at)
      yield { pointer: from, detail: "it would be derived from itself; name another property" };
    seen.add(source);
    const further: Json | undefined = findShapePlace(outline, source).schema?.derive;
    source = isObject(further) ? further.from : undefined;
  }
  if (!readTypes({ type: type as Json }).includes("string"))
    yield { pointer: `${pointer}/derive`, detail: "only a string can be derived; remove it" };
}
