import type { ValidateFunction } from "ajv/dist/2020.js";
import { format, join, parse } from "../../json/pointer.js";
import { equal, isObject, type Json, type JsonObject } from "../../json/value.js";
import { compileSchema } from "../../json-schema/ajv.js";
import { fold } from "../../text/did-you-mean.js";
import { quote } from "../../text/quote.js";
import { explainError } from "../explain-error.js";
import type { Found } from "../file-error.js";
import { lintValues as lintSpelling, sameSpellings } from "./lint-data.js";
import { finiteValues, schemasIn, selectorOf, spotAt, typesOf, whyNot } from "./shape-view.js";

const LIMITS = [
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minimum", "maximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
  ["minimum", "exclusiveMaximum"],
  ["exclusiveMinimum", "maximum"],
] as const;

/** What no meta-schema sees in a shape. */
export function* lintShape(shape: JsonObject): Generator<Found> {
  for (const { pointer, schema } of schemasIn(shape)) {
    yield* lintRequired(schema, pointer);
    yield* lintSchemaLimits(schema, pointer);
    yield* lintNames(schema, pointer);
    yield* lintDerive(schema, pointer, shape);
    yield* lintPlaceholder(schema, pointer);
    for (const keyword of ["enum", "aliases"])
      if (schema[keyword] !== undefined) yield* lintSpelling(schema[keyword], `${pointer}/${keyword}`);
    if (schema.type === "array" && schema.items === undefined)
      yield { pointer, detail: '"items" is missing, so that anything may be in the array; say what its items are' };
  }
  if (shape.aliases !== undefined)
    yield { pointer: "/aliases", detail: "a candidate has no name that could have aliases; remove them" };
  yield* lintValues(shape);
}

function* lintRequired(
  { required = [], properties, additionalProperties }: JsonObject,
  pointer: string,
): Generator<Found> {
  const known = isObject(properties) ? Object.keys(properties) : [];
  for (const [at, name] of (required as string[]).entries()) {
    if (known.includes(name)) continue;
    const detail =
      additionalProperties === false
        ? `${quote(name)} is required, but no property is defined for it: no candidate could be valid; define it`
        : `${quote(name)} is required, but not defined; add it to "properties"`;
    yield { pointer: `${pointer}/required/${at}`, detail };
  }
  if (additionalProperties === undefined && known.length > 0) {
    const detail =
      '"additionalProperties" is missing, so that every misspelt property passes; add it, as false or true';
    yield { pointer, detail };
  }
  if (additionalProperties === false && known.length === 0)
    yield { pointer: `${pointer}/additionalProperties`, detail: "the object can have no property; define some" };
}

/** How long strings of these formats are. */
const FORMAT_LENGTHS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  date: [10, 10],
  uuid: [36, 36],
  "date-time": [20, 35],
  time: [9, 24],
  ipv4: [7, 15],
};

/** Limits that nothing could meet. */
export function* lintSchemaLimits(schema: JsonObject, pointer: string): Generator<Found> {
  for (const [min, max] of LIMITS) {
    const [least, most] = [schema[min], schema[max]];
    if (typeof least !== "number" || typeof most !== "number") continue;
    const isExclusive = min.startsWith("exclusive") || max.startsWith("exclusive");
    if (least > most || (isExclusive && least === most))
      yield {
        pointer: `${pointer}/${min}`,
        detail: `${min} ${least} is over ${max} ${most}: nothing could be valid; correct them`,
      };
  }
  yield* lintIdleLimits(schema, pointer);
  if (schema.maxLength === 0)
    yield { pointer: `${pointer}/maxLength`, detail: "the string is always empty; raise maxLength or remove it" };
  if (schema.maxItems === 0)
    yield { pointer: `${pointer}/maxItems`, detail: "the array is always empty; raise maxItems or remove it" };
  const [least, most] = FORMAT_LENGTHS[String(schema.format)] ?? [0, Infinity];
  const { maxLength, minLength, enum: values } = schema;
  if ((typeof maxLength === "number" && maxLength < least) || (typeof minLength === "number" && minLength > most))
    yield { pointer: `${pointer}/format`, detail: `no ${schema.format} has such a length: nothing could be valid` };
  for (const { at, detail } of sameSpellings(Array.isArray(values) ? values : [], false))
    yield { pointer: `${pointer}/enum/${at}`, detail };
  for (const [at, value] of (Array.isArray(values) ? values : []).entries()) {
    const { enum: _, ...others } = schema;
    const isOfFormat = schema.format === undefined || compileSchema({ type: "string", format: schema.format })(value);
    const why =
      whyNot(others as JsonObject, value as Json) ??
      (isOfFormat ? undefined : `it does not have the format ${schema.format}`);
    if (why !== undefined)
      yield { pointer: `${pointer}/enum/${at}`, detail: `can never occur there: ${why}; remove it` };
  }
  if (typeof maxLength === "number" && Array.isArray(values))
    yield { pointer: `${pointer}/maxLength`, detail: `"enum" lists the values already; remove "maxLength"` };
}

/** Keywords that say nothing, or what others beside them say. */
function* lintIdleLimits(schema: JsonObject, pointer: string): Generator<Found> {
  const types = typesOf(schema);
  for (const keyword of ["minLength", "minItems"])
    if (schema[keyword] === 0)
      yield { pointer: `${pointer}/${keyword}`, detail: "0 has no effect; raise it or remove it" };
  for (const side of ["inimum", "aximum"]) {
    const [inclusive, exclusive] = [`m${side}`, `exclusiveM${side}`];
    if (schema[inclusive] !== undefined && schema[exclusive] !== undefined)
      yield { pointer: `${pointer}/${exclusive}`, detail: `"${inclusive}" is set too; remove one` };
    for (const keyword of [inclusive, exclusive]) {
      const limit = schema[keyword];
      if (
        typeof limit === "number" &&
        !Number.isInteger(limit) &&
        types.includes("integer") &&
        !types.includes("number")
      )
        yield { pointer: `${pointer}/${keyword}`, detail: `an integer is never ${limit}; round it` };
    }
  }
  if (types.includes("integer") && types.includes("number"))
    yield { pointer: `${pointer}/type`, detail: 'every integer is a number; remove "integer"' };
  const { enum: values, ...bare } = schema;
  const all = Array.isArray(values) ? finiteValues(bare as JsonObject) : undefined;
  if (all?.every((value) => (values as Json[]).includes(value)))
    yield { pointer: `${pointer}/enum`, detail: "lists every value that its type allows; remove it or shorten it" };
}

/** Names that look the same, and other names of a property that are names of their own. */
function* lintNames({ properties }: JsonObject, pointer: string): Generator<Found> {
  if (!isObject(properties)) return;
  const names = Object.keys(properties);
  for (const { at, detail } of sameSpellings(names, false))
    yield { pointer: join(`${pointer}/properties`, names[at] as string), detail };
  const byFold = new Map(names.map((name) => [fold(name), name]));
  const holders = new Map<string, string>();
  for (const [name, property] of Object.entries(properties as Record<string, JsonObject>)) {
    for (const [at, alias] of ((property.aliases ?? []) as string[]).entries()) {
      const place = `${join(`${pointer}/properties`, name)}/aliases/${at}`;
      const holder = holders.get(fold(alias));
      const real = byFold.get(fold(alias));
      if (real === name) {
        const detail = `${quote(alias)} is the property name apart from case and punctuation, which is understood anyway; remove it`;
        yield { pointer: place, detail };
      } else if (real !== undefined)
        yield {
          pointer: place,
          detail: `${quote(alias)} is a property of its own; an alias cannot be a name as well; remove it`,
        };
      else if (holder !== undefined)
        yield { pointer: place, detail: `${quote(alias)} is an alias of ${quote(holder)} too; remove one` };
      holders.set(fold(alias), name);
    }
  }
}

/** A placeholder that a fix puts in must be recognized later: otherwise nobody is reminded to fill it in. */
function* lintPlaceholder({ placeholder, properties }: JsonObject, pointer: string): Generator<Found> {
  if (placeholder === "")
    yield { pointer: `${pointer}/placeholder`, detail: "is empty; say in a word or two what belongs there" };
  if (!isObject(placeholder) || !isObject(properties)) return;
  for (const [name, property] of Object.entries(properties as Record<string, JsonObject>)) {
    const [whole, own] = [placeholder[name], property.placeholder];
    if (whole !== undefined && own !== undefined && !equal(whole as Json, own))
      yield {
        pointer: join(`${pointer}/placeholder`, name),
        detail: `differs from the placeholder of "${name}", ${quote(own)}; use that`,
      };
  }
}

function* lintDerive({ derive, type }: JsonObject, pointer: string, shape: JsonObject): Generator<Found> {
  if (!isObject(derive) || typeof derive.from !== "string") return;
  const spot = spotAt(shape, derive.from);
  if (spot.kind === "nowhere") yield { pointer: `${pointer}/derive/from`, detail: spot.detail };
  else if (spot.kind === "schema" && spot.schema.type !== "string")
    yield { pointer: `${pointer}/derive/from`, detail: "a value is derived from a string; name another property" };
  else if (isDerivedFrom(derive.from, pointer, shape))
    yield { pointer: `${pointer}/derive/from`, detail: "it would be derived from itself; name another property" };
  if (type !== "string") yield { pointer: `${pointer}/derive`, detail: "only a string can be derived; remove it" };
}

/** Whether a property is derived from the one at a pointer into the file, be it by way of others. */
function isDerivedFrom(from: string, pointer: string, shape: JsonObject): boolean {
  const own = selectorOf(pointer);
  const seen = new Set<string>();
  for (let at: unknown = from; typeof at === "string" && !seen.has(at); ) {
    if (at === own) return true;
    seen.add(at);
    const spot = spotAt(shape, at);
    const derive = spot.kind === "schema" ? spot.schema.derive : undefined;
    at = isObject(derive) ? derive.from : undefined;
  }
  return false;
}

/** Placeholders are what fixes put into candidates, and examples are what authors copy: both must be valid. */
function* lintValues(shape: JsonObject): Generator<Found> {
  const properties: JsonObject = {};
  const values: Record<string, Json[]> = {};
  const places: Record<string, string[]> = {};
  for (const { pointer, schema } of schemasIn(shape)) {
    const { $schema, examples, placeholder, ...bare } = schema;
    const given: [string, Json][] = (Array.isArray(examples) ? examples : []).map((value, at) => [
      `${pointer}/examples/${at}`,
      value,
    ]);
    if (placeholder !== undefined) given.push([`${pointer}/placeholder`, placeholder]);
    if (given.length === 0) continue;
    properties[pointer] = { type: "array", items: bare };
    places[pointer] = given.map(([place]) => place);
    values[pointer] = given.map(([, value]) => value);
  }
  // All in one, and each schema once: to compile them one by one takes several times as long.
  const validate = compile({ type: "object", properties });
  if (validate === undefined || validate(values)) return;
  for (const error of validate.errors ?? []) {
    const [pointer, at, ...below] = parse(error.instancePath) as [string, string, ...string[]];
    const detail = `its own schema refuses it: ${explainError(error, "example.schema.json")}`;
    yield { pointer: `${places[pointer]?.[Number(at)]}${format(below)}`, detail };
  }
}

/** Nothing where it does not compile: that is reported for the schema as a whole. */
function compile(schema: JsonObject): ValidateFunction | undefined {
  try {
    return compileSchema(schema);
  } catch {
    return undefined;
  }
}
