import { compileShapeDecider } from "../../engine/problems/compile-shape.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { joinPointer } from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { findMisspelling } from "../../ground/text/did-you-mean.js";
import { foldName } from "../../ground/text/fold-name.js";
import { quote } from "../../ground/text/quote.js";
import { isDialect } from "../../schema/dialect.js";
import { FORMATS } from "../../schema/formats.js";
import { outlineOf } from "../../schema/outline.js";
import { walkSchemas } from "../../schema/schemas-in.js";
import { isPlain, isWhole } from "../../schema/view.js";
import { findShapePlace, nowhereFlaws, readTypes, whyRefused } from "../view/shape-view.js";
import { lintSpelling, sameSpellings } from "./lint-data.js";

const LIMITS = [
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minimum", "maximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
  ["minimum", "exclusiveMaximum"],
  ["exclusiveMinimum", "maximum"],
] as const;

/**
 * Finds flaws of a shape that a meta-schema cannot describe. A schema that names its dialect is
 * somebody else's, and is taken as it is; where one is put together from parts, no part says all.
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
    yield* lintNames(schema, pointer);
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

/**
 * A placeholder that a fix puts in must be recognized later, when the author is reminded to replace
 * it.
 */
function* lintPlaceholder(
  { placeholder, properties }: JsonObject,
  pointer: string,
): Generator<Flaw> {
  if (!isObject(placeholder) || !isObject(properties)) return;
  for (const [name, property] of Object.entries(properties as Record<string, JsonObject>)) {
    const [inObject, ofProperty] = [placeholder[name], property.placeholder];
    const detail = `differs from the placeholder of "${name}", ${quote(ofProperty)}; use that`;
    if (inObject !== undefined && ofProperty !== undefined && !isEqual(inObject, ofProperty))
      yield { pointer: joinPointer(`${pointer}/placeholder`, name), detail };
  }
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

/**
 * Finds property names that look the same, and aliases that are names of properties or of two
 * properties.
 */
function* lintNames({ properties }: JsonObject, pointer: string): Generator<Flaw> {
  if (!isObject(properties)) return;
  const names = Object.keys(properties);
  yield* sameSpellings(names, (index) =>
    joinPointer(`${pointer}/properties`, names[index] as string),
  );
  const byFold = new Map(names.map((name) => [foldName(name), name]));
  const holders = new Map<string, string>();
  const whyWrong = (alias: string, name: string) => {
    const [property, holder] = [byFold.get(foldName(alias)), holders.get(foldName(alias))];
    if (property === name)
      return "is the property name, or differs from it only by case or punctuation, which needs no alias; remove it";
    if (property !== undefined)
      return "is a property of its own; an alias cannot be a name as well; remove it";
    return holder && `is an alias of ${quote(holder)} too; remove one`;
  };
  for (const [name, property] of Object.entries(properties as Record<string, JsonObject>)) {
    for (const [index, alias] of ((property.aliases ?? []) as string[]).entries()) {
      const place = `${joinPointer(`${pointer}/properties`, name)}/aliases/${index}`;
      const why = whyWrong(alias, name);
      if (why !== undefined) yield { pointer: place, detail: `${quote(alias)} ${why}` };
      holders.set(foldName(alias), name);
    }
  }
}

/**
 * Placeholders and examples must be valid, because fixes put the former into candidates and authors
 * copy the latter.
 */
function* lintValues(shape: JsonObject): Generator<Flaw> {
  for (const { pointer, schema } of walkSchemas(shape)) {
    if (!isPlain(schema)) continue;
    const { $schema, examples = [], placeholder, ...bare } = schema;
    const values = (examples as Json[]).map((value, index): [string, Json] => [
      `/examples/${index}`,
      value,
    ]);
    if (placeholder !== undefined) values.push(["/placeholder", placeholder]);
    for (const [place, value] of values) {
      // As the package decides: keywords that it does not know decide nothing here either.
      for (const { path: at, keyword } of compileShapeDecider(bare).findErrors(value, ""))
        yield {
          pointer: `${pointer}${place}${at}`,
          detail: `its own schema refuses it, by "${keyword}"; correct it`,
        };
    }
  }
}
