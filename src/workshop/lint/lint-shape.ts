import type { Flaw } from "../../ground/files/file-error.js";
import { joinPointer } from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { foldName } from "../../ground/text/fold-name.js";
import { quote } from "../../ground/text/quote.js";
import { compileSchema } from "../../schema/ajv.js";
import { isDialect } from "../../schema/dialect.js";
import { FORMATS } from "../../schema/formats.js";
import { outlineOf } from "../../schema/outline.js";
import { walkSchemas } from "../../schema/schemas-in.js";
import { isPlain, isWhole } from "../../schema/view.js";
import { explainErrors } from "../../specs/explain-error.js";
import { findShapePlace, finiteValues, nowhereFlaws, readTypes, whyRefused } from "../view/shape-view.js";
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
 * Finds flaws of a shape that a meta-schema cannot describe. A schema that names its dialect is somebody else's, and is
 * taken as it is; where one is put together from parts, no part says all.
 */
export function* lintShape(shape: JsonObject): Generator<Flaw> {
  if (isDialect(shape.$schema)) return;
  for (const { at, pointer, schema } of walkSchemas(shape)) {
    if (!isWhole(schema)) continue;
    yield* lintRequired(schema, pointer);
    yield* lintKeywords(schema, pointer);
    yield* lintSchemaLimits(schema, pointer);
    yield* lintNames(schema, pointer);
    yield* lintDerive(schema, at, pointer, outlineOf(shape));
    yield* lintPlaceholder(schema, pointer);
    for (const keyword of ["enum", "aliases"])
      if (schema[keyword] !== undefined) yield* lintSpelling(schema[keyword], `${pointer}/${keyword}`);
    if (schema.type === undefined && schema.enum === undefined)
      yield { pointer, detail: '"type" is missing, and any value passes; add it' };
    if (readTypes(schema).includes("array") && schema.maxItems === undefined)
      yield { pointer, detail: '"maxItems" is missing, and a request has room for 30,000 items; add it' };
    if (schema.type === "array" && schema.items === undefined)
      yield { pointer, detail: '"items" is missing, and anything may be in the array; say what its items are' };
  }
  if (shape.aliases !== undefined)
    yield { pointer: "/aliases", detail: "a candidate has no name that could have aliases; remove them" };
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
    yield { pointer: `${pointer}/required/${index}`, detail: `${quote(name)} is required, but ${missing}` };
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
    yield { pointer: `${pointer}/additionalProperties`, detail: "the object can have no property; define some" };
}

/** The keywords that look at values of one type only. Numbers and integers share theirs. */
const KEYWORDS_OF: readonly (readonly [types: readonly string[], keywords: readonly string[]])[] = [
  [["object"], ["properties", "required", "additionalProperties"]],
  [["array"], ["items", "minItems", "maxItems"]],
  [["string"], ["minLength", "maxLength", "format", "derive"]],
  [
    ["number", "integer"],
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ],
];

/** Finds keywords beside several types that are about none of them. */
function* lintKeywords(schema: JsonObject, pointer: string): Generator<Flaw> {
  if (!Array.isArray(schema.type)) return;
  for (const [types, keywords] of KEYWORDS_OF) {
    if (types.some((type) => readTypes(schema).includes(type))) continue;
    for (const keyword of keywords)
      if (schema[keyword] !== undefined)
        yield {
          pointer: `${pointer}/${keyword}`,
          detail: `says nothing about ${readTypes(schema).join(" or ")}; remove it`,
        };
  }
}

/** Finds limits that nothing can meet, or that have no effect. */
export function* lintSchemaLimits(schema: JsonObject, pointer: string): Generator<Flaw> {
  for (const [min, max] of LIMITS) {
    const [least, most] = [schema[min], schema[max]];
    if (typeof least !== "number" || typeof most !== "number") continue;
    const isExclusive = min.startsWith("exclusive") || max.startsWith("exclusive");
    const detail = `${min} ${least} is over ${max} ${most}: nothing could be valid; correct them`;
    if (least > most || (isExclusive && least === most)) yield { pointer: `${pointer}/${min}`, detail };
  }
  yield* lintIdleLimits(schema, pointer);
  for (const [keyword, what] of Object.entries({ maxLength: "string", maxItems: "array" }))
    if (schema[keyword] === 0)
      yield { pointer: `${pointer}/${keyword}`, detail: `the ${what} is always empty; raise ${keyword} or remove it` };
  const [least, most] = FORMATS.get(String(schema.format))?.lengths ?? [0, Infinity];
  const { maxLength, minLength, enum: values } = schema;
  if ((typeof maxLength === "number" && maxLength < least) || (typeof minLength === "number" && minLength > most))
    yield { pointer: `${pointer}/format`, detail: `no ${schema.format} has such a length: nothing could be valid` };
  const listed = Array.isArray(values) ? values : [];
  yield* sameSpellings(listed, (index) => `${pointer}/enum/${index}`);
  for (const [index, value] of listed.entries()) {
    const { enum: _, ...others } = schema;
    const isOfFormat = schema.format === undefined || compileSchema({ type: "string", format: schema.format })(value);
    const why =
      whyRefused({ by: "the shape", schema: others }, value) ??
      (isOfFormat ? undefined : `it does not have the format ${schema.format}`);
    if (why !== undefined)
      yield { pointer: `${pointer}/enum/${index}`, detail: `can never occur there: ${why}; remove it` };
  }
  if (typeof maxLength === "number" && Array.isArray(values))
    yield { pointer: `${pointer}/maxLength`, detail: `"enum" lists the values already; remove "maxLength"` };
}

/** Finds keywords that have no effect, alone or beside others. */
function* lintIdleLimits(schema: JsonObject, pointer: string): Generator<Flaw> {
  const types = readTypes(schema);
  for (const keyword of ["minLength", "minItems"])
    if (schema[keyword] === 0)
      yield { pointer: `${pointer}/${keyword}`, detail: "0 has no effect; raise it or remove it" };
  for (const [inclusive, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (schema[inclusive] !== undefined && schema[exclusive] !== undefined)
      yield { pointer: `${pointer}/${exclusive}`, detail: `"${inclusive}" is set too; remove one` };
    const isWhole = types.includes("integer") && !types.includes("number");
    for (const keyword of isWhole ? [inclusive, exclusive] : [])
      if (!Number.isInteger(schema[keyword] ?? 0))
        yield { pointer: `${pointer}/${keyword}`, detail: `an integer is never ${schema[keyword]}; round it` };
  }
  if (types.includes("integer") && types.includes("number"))
    yield { pointer: `${pointer}/type`, detail: 'every integer is a number; remove "integer"' };
  const { enum: values, ...bare } = schema;
  const allowedValues = Array.isArray(values) ? finiteValues(bare) : undefined;
  if (allowedValues?.every((value) => (values as Json[]).includes(value)))
    yield { pointer: `${pointer}/enum`, detail: "lists every value that its type allows; remove it or shorten it" };
}

/** Finds property names that look the same, and aliases that are names of properties or of two properties. */
function* lintNames({ properties }: JsonObject, pointer: string): Generator<Flaw> {
  if (!isObject(properties)) return;
  const names = Object.keys(properties);
  yield* sameSpellings(names, (index) => joinPointer(`${pointer}/properties`, names[index] as string));
  const byFold = new Map(names.map((name) => [foldName(name), name]));
  const holders = new Map<string, string>();
  const whyWrong = (alias: string, name: string) => {
    const [property, holder] = [byFold.get(foldName(alias)), holders.get(foldName(alias))];
    if (property === name)
      return "is the property name, or differs from it only by case or punctuation, which needs no alias; remove it";
    if (property !== undefined) return "is a property of its own; an alias cannot be a name as well; remove it";
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

/** A placeholder that a fix puts in must be recognized later, when the author is reminded to replace it. */
function* lintPlaceholder({ placeholder, properties }: JsonObject, pointer: string): Generator<Flaw> {
  if (placeholder === "")
    yield { pointer: `${pointer}/placeholder`, detail: "is empty; say in a word or two what belongs there" };
  if (!isObject(placeholder) || !isObject(properties)) return;
  for (const [name, property] of Object.entries(properties as Record<string, JsonObject>)) {
    const [inObject, ofProperty] = [placeholder[name], property.placeholder];
    const detail = `differs from the placeholder of "${name}", ${quote(ofProperty)}; use that`;
    if (inObject !== undefined && ofProperty !== undefined && !isEqual(inObject, ofProperty))
      yield { pointer: joinPointer(`${pointer}/placeholder`, name), detail };
  }
}

function* lintDerive({ derive, type }: JsonObject, at: string, pointer: string, shape: JsonObject): Generator<Flaw> {
  if (!isObject(derive) || typeof derive.from !== "string") return;
  const shapePlace = findShapePlace(shape, derive.from);
  yield* nowhereFlaws(shapePlace, `${pointer}/derive/from`);
  if (shapePlace.schema !== undefined && shapePlace.schema.type !== "string")
    yield { pointer: `${pointer}/derive/from`, detail: "a value is derived from a string; name another property" };
  else if (shapePlace.nowhere === undefined && isDerivedFrom(derive.from, at, shape))
    yield { pointer: `${pointer}/derive/from`, detail: "it would be derived from itself; name another property" };
  if (type !== "string" && !Array.isArray(type))
    yield { pointer: `${pointer}/derive`, detail: "only a string can be derived; remove it" };
}

/** Whether the property at `from` is derived from the property at `source`, directly or by way of others. */
function isDerivedFrom(from: string, source: string, shape: JsonObject): boolean {
  const seen = new Set<string>();
  for (let at: unknown = from; typeof at === "string" && !seen.has(at); ) {
    if (at === source) return true;
    seen.add(at);
    const derive = findShapePlace(shape, at).schema?.derive;
    at = isObject(derive) ? derive.from : undefined;
  }
  return false;
}

/**
 * Placeholders and examples must be valid, because fixes put the former into candidates and authors copy the latter.
 */
function* lintValues(shape: JsonObject): Generator<Flaw> {
  for (const { pointer, schema } of walkSchemas(shape)) {
    if (!isPlain(schema)) continue;
    const { $schema, examples = [], placeholder, ...bare } = schema;
    const values = (examples as Json[]).map((value, index): [string, Json] => [`/examples/${index}`, value]);
    if (placeholder !== undefined) values.push(["/placeholder", placeholder]);
    for (const [place, value] of values) {
      const validate = compileSchema(bare);
      validate(value);
      for (const { pointer: at, detail } of explainErrors(validate.errors ?? [], "example.schema.json"))
        yield { pointer: `${pointer}${place}${at}`, detail: `its own schema refuses it: ${detail}` };
    }
  }
}
