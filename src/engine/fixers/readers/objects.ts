import { lastToken } from "../../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../../ground/json/value.js";
import {
  allows,
  listedValues,
  placeholderOf,
  propertiesOf,
  requiredOf,
} from "../../../ground/json-schema/schemas-in.js";
import { isShortText } from "../../../ground/text/quote.js";
import { type Properties, readAliases } from "../known-properties.js";
import { deriveValue } from "../missing.js";
import { isEmpty } from "../redundant.js";
import { saysNoValue } from "../remarks.js";
import { addsNoWord, isContrary } from "../words-of-keys.js";
import { certain, certainIfFits, guess, MAX_OFFERED, type Reader, ReadMeaning } from "./reader.js";

/** The properties that most likely hold the value of an object, in this order. */
const MAIN_KEYS = ["value", "name", "id", "type"];
/** The number of lost values that the title of a fix names. */
export const MAX_NAMED = 8;

/** An object around a value: its only property, the key of it where that is switched on, or one of its scalars. */
export const namedObject: Reader<JsonObject> = function* (value, schema, { property } = {}) {
  if (allows(schema, "object", "array")) return;
  const [entry, ...others] = Object.entries(value);
  if (entry === undefined) return;
  if (others.length === 0) return yield* fromEntry(entry, schema, property);
  const scalars = Object.entries(value).filter(([, one]) => typeof one !== "object");
  const rank = (key: string) => (MAIN_KEYS.includes(key) ? MAIN_KEYS.indexOf(key) : MAIN_KEYS.length);
  const ordered = scalars.toSorted(([one], [other]) => rank(one) - rank(other));
  for (const [key, scalar] of ordered.slice(0, MAX_OFFERED)) {
    const mayBeUnit = others.length === 1 && isAmount(key);
    yield new ReadMeaning(scalar, false, { dropped: findDropped(value, key), ...(mayBeUnit && { isUnit: true }) });
  }
};

/** Whether the value beside an amount may be its unit. */
function isAmount(key: string): boolean {
  return key === "value" || key === "amount";
}

/** What is lost if only the value of one key is kept, such as a unit; undefined if the others are empty. */
function findDropped(object: JsonObject, kept: string): string | undefined {
  const others = Object.entries(object).filter(([key, value]) => key !== kept && !isEmpty(value));
  const texts = others.map(([key, value]) => (typeof value === "object" ? key : String(value)));
  return texts.length === 0 ? undefined : texts.slice(0, MAX_NAMED).join(", ");
}

/** Reads an object with one entry as its value, or as its key, if the value may be an explanation of it. */
function* fromEntry([key, only]: [string, Json], schema: JsonObject, property?: string): Generator<ReadMeaning> {
  // What is not the value, or the least one of a property that has the most.
  if (isContrary(key, property)) return;
  if (typeof only !== "string" || !allows(schema, "string")) {
    if (only === true && allows(schema, "string")) yield guess(key);
    else if (!isObject(only)) yield isAmount(key) && typeof only === "number" ? certainIfFits(only) : guess(only);
    return;
  }
  // The name or the id of a property is its value. A column may mean anything.
  const names = property === undefined ? [] : [...MAIN_KEYS, property, ...readAliases(schema)];
  if (addsNoWord(key, names)) return yield saysNoValue(only) ? guess(only) : certain(only);
  yield* listedValues(schema).includes(key) ? [guess(key), guess(only)] : [guess(only)];
}

const TYPES: readonly unknown[] = ["string", "number", "integer", "boolean", "object", "array"];
/** The keywords that a schema of a single type may have. */
const KEYWORDS: readonly string[] = ["type", "format", "nullable", "items"];

/** The name of a type as JSON Schema has it: in an object, narrowed by a format, or with null. */
export const schemaAsType: Reader<JsonObject> = function* (schema) {
  const type = findTypeName(schema);
  // The name loses that null is allowed, or the type of items.
  const isLost = schema.nullable === true || schema.items !== undefined || Array.isArray(schema.type);
  if (type !== undefined) yield isLost ? guess(type) : certain(type);
};

/** The name of the type of a schema: its format, which is narrower, or its type. Undefined if it has other keywords. */
export function findTypeName(schema: JsonObject): string | undefined {
  if (!Object.keys(schema).every((key) => KEYWORDS.includes(key))) return undefined;
  const { format } = schema;
  const [type, ...others] = [schema.type].flat().filter((one) => one !== "null");
  if (others.length > 0 || !TYPES.includes(type)) return undefined;
  return typeof format === "string" ? format : (type as string);
}

/**
 * An id where an object with an id is expected, also with other properties before or after it. The others are
 * placeholders, which is a guess, unless the id shows their values.
 */
export const idAsObject: Reader<string | number> = function* (value, schema) {
  const properties = propertiesOf(schema);
  const required = requiredOf(schema);
  const complete = (known: JsonObject, isKnown: boolean): Iterable<ReadMeaning> => {
    const missing = required.filter((name) => !Object.hasOwn(known, name));
    const derived = missing.map((name) => deriveFrom(properties[name]?.derive, known));
    const values = missing.map((name, index) => [name, derived[index] ?? placeholderOf(properties[name])] as const);
    if (values.some(([, placeholder]) => placeholder === undefined)) return [];
    const object = { ...(Object.fromEntries(values) as JsonObject), ...known };
    return [isKnown && !derived.includes(undefined) ? certainIfFits(object) : guess(object)];
  };
  const [straight, reversed] = typeof value === "string" ? splitInOrders(value, required) : [];
  const isReversed = reversed !== undefined && hasExample(reversed, properties);
  const known = isReversed && !hasExample(straight as JsonObject, properties) ? reversed : straight;
  if (known !== undefined) yield* complete(known, hasExample(known, properties));
  const name = ["id", "name"].find((key) => allows(properties[key] ?? {}, "string", typeof value));
  if (name === undefined) return;
  const isId = allows(properties[name] as JsonObject, typeof value);
  yield* complete({ [name]: isId ? value : String(value) }, isId && required.length > 1);
};

/** The value that certainly follows from a known property. */
function deriveFrom(derive: Json | undefined, known: JsonObject): string | undefined {
  if (!isObject(derive)) return undefined;
  const { value, isCertain } = deriveValue(derive, known[lastToken(String(derive.from))]) ?? {};
  return isCertain ? value : undefined;
}

/** Whether a part is an example of its property. */
function hasExample(known: JsonObject, properties: Properties): boolean {
  return Object.entries(known).some(([name, part]) => listedValues(properties[name] ?? {}).includes(part));
}

/**
 * Splits `name: type` or `name (type): description` into properties, in the order in which they are required. Two parts
 * are also returned in the reversed order.
 */
function splitInOrders(text: string, required: readonly string[]): JsonObject[] {
  if (!isShortText(text) || text.includes("://")) return [];
  const [, before = "", inner = "", after = ""] = /^([^()]+)\(([^()]+)\)(.*)$/s.exec(text) ?? [];
  const parts =
    before === ""
      ? text.split(/(?:(?<!\d):|:(?!\d))\s*|[|/]\s*|(?<!\s)\s+[-\u2013]\s*/)
      : [before, inner, after.replace(/^[-:\u2013\s]+/, "")];
  const values = parts.map((part) => part.trim()).filter((part) => part !== "");
  if (values.length < 2 || values.length > required.length) return [];
  const orders = values.length === 2 ? [values, values.toReversed()] : [values];
  return orders.map((order) =>
    Object.fromEntries(order.map((part, index) => [required[index] as string, part as Json])),
  );
}
