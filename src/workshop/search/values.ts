import { findDeclaration, recordsOf } from "../../engine/declared/declaration.js";
import { DAY_MS } from "../../engine/order.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { FORMATS } from "../../schema/formats.js";
import { findShapePlace, numberOr, readTypes } from "../view/shape-view.js";
import { wordsOfEachKind } from "./pattern-words.js";
import { distinct, interleave } from "./specimen.js";

/** The length of the longest strings and arrays that are tried. */
const MAX_SIZE = 5_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

const SAMPLES_BY_TYPE: Readonly<Record<string, readonly Json[]>> = {
  integer: [0, 1, -1],
  number: [0.5, 0, -1],
  boolean: [true, false],
  null: [null],
};

/** Strings that a step of `normalize` changes. */
export const UNTIDY_STRINGS: readonly Json[] = ["Cafe\u0301", " a  b "];

/** One value of each type. Most places refuse them. */
const UNEXPECTED: readonly Json[] = ["no such value", 0, "0", true, null, [], {}];

/** A number or date with its neighbours: one whole step away, and for numbers one step of one more digit. */
export function neighbours(value: Json): Json[] {
  if (typeof value === "number") {
    const digits = Math.min(fractionDigits(value) + 1, 15);
    const step = 10 ** -digits;
    return [value, ...[1, -1, step, -step].map((by) => Number((value + by).toFixed(digits)))];
  }
  if (typeof value !== "string") return [value];
  const [isDate, isTime] = [DATE.test(value), DATE_TIME.test(value)];
  const time = isDate || isTime ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return [value];
  const moved = [1, -1].map((by) => new Date(time + by * (isDate ? DAY_MS : 1_000)).toISOString());
  return [value, ...moved.map((text) => (isDate ? text.slice(0, 10) : text.replace(".000Z", "Z")))];
}

function fractionDigits(value: number): number {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (mantissa.split(".")[1] ?? "").length - Number(exponent));
}

/** Values similar to one, which rules at its place might accept and nobody could guess; none where no rule is so. */
export type Vary = (value: Json) => Json[];

export type ValuesToTry = ReturnType<typeof valuesToTry>;

/** Values that rules compare the place with, values at the limits of the shape, and matches of patterns. */
export function valuesToTry(
  selector: string,
  mentioned: {
    readonly literals: readonly Json[];
    readonly patterns: readonly string[];
    readonly shapes: readonly JsonObject[];
    readonly types: readonly JsonObject[];
    readonly vary: Vary;
  },
) {
  const isDeclared = findDeclaration(selector) !== undefined;
  const place = isDeclared ? `${recordsOf(selector)}/*` : selector;
  const schemas = mentioned.shapes
    .map((shape) => findShapePlace(shape, place).schema)
    .filter((schema) => schema !== undefined);
  const wanted = new Set(schemas.flatMap(readTypes));
  const fits = (value: Json) =>
    wanted.size === 0 || wanted.has(typeof value) || (typeof value === "number" && wanted.has("integer"));
  const compared = mentioned.literals.flatMap(neighbours);
  const numbers = mentioned.literals.filter((literal) => typeof literal === "number");
  const ofShape = schemas
    .flatMap((schema) => LIMITS.map((key) => schema[key]))
    .filter((limit) => typeof limit === "number");
  const limits = [...numbers, ...ofShape].flatMap((limit) => [limit - 1, limit, limit + 1]);
  // A declaration may allow null for a value of any type.
  const typed = isDeclared ? [null, ...mentioned.types.flatMap(sampleValues)] : [];
  const samples = schemas.flatMap(sampleValues);
  const words = wordsOfEachKind(mentioned.patterns);
  const varied = [...samples, ...words].flatMap(mentioned.vary);
  const ordered = interleave(compared.filter(fits), varied, words, typed, samples);
  return {
    values: distinct([...ordered, ...compared.filter((value) => !fits(value)), ...UNEXPECTED]),
    /** Lengths of strings and arrays. */
    sizes: sizesAmong(limits),
    vary: mentioned.vary,
    /** Matches of patterns there, and strings that nearly match; for a map, they are keys. */
    words,
    /** The schemas of the properties that the shape defines there. */
    properties: Object.assign({}, ...schemas.map(({ properties }) => properties ?? {})) as JsonObject,
  };
}

/** The numbers that may be the length of a string or an array. */
export function sizesAmong(values: readonly Json[]): number[] {
  const isSize = (value: Json) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_SIZE;
  return [...new Set(values.filter(isSize) as number[])];
}

const LIMITS = ["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"];

/** Values at the limits of a schema and beyond them; the first is a plain valid one. */
export function sampleValues(schema: Json | undefined): Json[] {
  if (!isObject(schema)) return [];
  const { examples, enum: listed, const: only, format, placeholder } = schema;
  const statedValues = [
    ...((examples ?? []) as Json[]),
    ...((listed ?? []) as Json[]),
    ...(only === undefined ? [] : [only]),
  ];
  const ofFormat = FORMATS.get(String(format))?.samples ?? [];
  const ofTypes = readTypes(schema).flatMap((type) => makeSamples(type, schema));
  return distinct([...statedValues, ...ofFormat, ...ofTypes, ...(placeholder === undefined ? [] : [placeholder])]);
}

function makeSamples(type: string, schema: JsonObject): Json[] {
  if (type === "object") {
    const properties = (schema.properties ?? {}) as JsonObject;
    const names = (schema.required ?? []) as string[];
    const plain = Object.fromEntries(names.map((name) => [name, sampleValues(properties[name])[0] ?? "text"]));
    const values = sampleValues(schema.additionalProperties).slice(0, 8);
    return [...values.map((value) => ({ ...plain, name: value })), plain];
  }
  if (type === "array") {
    const items = sampleValues(schema.items).slice(0, 8);
    const least = Math.max(1, numberOr(schema.minItems, 1));
    const whole = Array.from(
      { length: Math.min(least, MAX_SIZE) },
      (_, index) => items[index % items.length] ?? "text",
    );
    return [whole, ...items.map((item) => [item]), []];
  }
  if (type === "string") {
    const [min, max] = [numberOr(schema.minLength, 0), numberOr(schema.maxLength, MAX_SIZE)];
    const sizes = [min, max].filter((size) => size < MAX_SIZE).flatMap((size) => [size, size + 1, size - 1]);
    const plain = "text".padEnd(Math.min(min, MAX_SIZE), "t").slice(0, max);
    const words = typeof schema.pattern === "string" ? wordsOfEachKind([schema.pattern]) : [];
    return [
      ...words,
      plain,
      "a",
      ...sizes.filter((size) => size >= 0).map((size) => "a".repeat(size)),
      "",
      ...UNTIDY_STRINGS,
    ];
  }
  const keys = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
  const limits = keys.flatMap((key) => (typeof schema[key] === "number" ? neighbours(schema[key] as number) : []));
  const least = numberOr(schema.minimum, numberOr(schema.exclusiveMinimum, 0));
  const { multipleOf } = schema;
  const multiples = typeof multipleOf === "number" ? [multipleOf * 2, multipleOf * 1.5] : [];
  const isNumber = type === "integer" || type === "number";
  return [...limits, ...(isNumber ? [least + 1] : []), ...(SAMPLES_BY_TYPE[type] ?? []), ...multiples];
}

/** Values that differ slightly from a value. */
export function* variations(value: Json, sizes: readonly number[]): Generator<Json> {
  if (typeof value === "string") {
    yield* [` ${value}`, `${value} `, "", value.toUpperCase(), value.toLowerCase(), `${value}x`, `${value}-2`];
    yield* [value.slice(0, -1), value.replace(/ |$/, "  "), value.normalize("NFD"), `${value}e\u0301`, `${value}\n`];
    yield* [`a\n${value}`, ...neighbours(value)];
    for (const size of sizes) {
      const sized = value.padEnd(size, value.slice(-1) || "a").slice(0, size);
      yield sized;
      if (size < 2) continue;
      // Steps of `normalize` make these longer or shorter.
      yield* [` ${sized}`, `${sized.slice(0, 1)}  ${sized.slice(2)}`];
      yield* [`${sized.slice(2)}e\u0301`, `${sized.slice(1)}\u0958`];
    }
  }
  if (typeof value === "number") yield* [...neighbours(value), -value, 0, String(value)];
  if (typeof value === "boolean") yield !value;
  if (!isObject(value)) return;
  const entries = Object.entries(value);
  for (const [name] of entries) yield Object.fromEntries(entries.filter(([other]) => other !== name));
  yield { ...value, unheardOf: "text" };
  yield Object.fromEntries(entries.toReversed());
}
