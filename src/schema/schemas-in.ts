import { childOf, joinPointer, toTokens } from "../ground/json/pointer.js";
import { isEach, isEachValue } from "../ground/json/selector.js";
import { isEmpty, isObject, type Json, type JsonObject } from "../ground/json/value.js";

interface SchemaPlace {
  /** The selector of the values that the schema describes. */
  readonly at: string;
  /** RFC 6901, into the outermost schema. */
  readonly pointer: string;
  readonly schema: JsonObject;
}

/** A schema and all schemas within it, the outer ones first. */
export function* walkSchemas(schema: unknown, at = "", pointer = ""): Generator<SchemaPlace> {
  if (!isObject(schema)) return;
  yield { at, pointer, schema };
  yield* walkSchemas(schema.items, `${at}/*`, `${pointer}/items`);
  yield* walkSchemas(
    schema.additionalProperties,
    `${at}/~values`,
    `${pointer}/additionalProperties`,
  );
  if (!isObject(schema.properties)) return;
  for (const [name, property] of Object.entries(schema.properties))
    yield* walkSchemas(property, joinPointer(at, name), joinPointer(`${pointer}/properties`, name));
}

/**
 * The schema of the values that a selector selects; undefined if the schema does not describe them.
 */
export function findSchema(schema: unknown, selector: string): JsonObject | undefined {
  let here = schema;
  for (const token of toTokens(selector)) {
    if (!isObject(here)) return undefined;
    if (isEach(token)) here = isEachValue(token) ? here.additionalProperties : here.items;
    else here = childOf(here.properties, token) ?? here.additionalProperties;
  }
  return isObject(here) ? here : undefined;
}

/**
 * The maximum length that a schema sets for the strings that a selector selects; infinite if it
 * sets none.
 */
export function findMaxLength(schema: unknown, selector: string): number {
  return Number(findSchema(schema, selector)?.maxLength ?? Number.POSITIVE_INFINITY);
}

/** The schema of the items of an array; undefined if they may be anything. */
export function itemsOf({ items }: JsonObject): JsonObject | undefined {
  return isObject(items) ? items : undefined;
}

/** Whether a value may be a list of texts. */
export function listsTexts(schema: JsonObject): boolean {
  const items = itemsOf(schema);
  return items !== undefined && allows(items, "string");
}

/** The schemas of the properties that a schema lists. */
export function propertiesOf(schema: unknown): Record<string, JsonObject> {
  return (isObject(schema) && isObject(schema.properties) ? schema.properties : {}) as Record<
    string,
    JsonObject
  >;
}

/** The names of the properties that a schema requires. */
export function requiredOf({ required = [] }: JsonObject): readonly string[] {
  return required as string[];
}

/** The examples and the allowed values of a schema. */
export function listedValues({ examples = [], enum: allowed = [] }: JsonObject): readonly Json[] {
  return [...(examples as Json[]), ...(allowed as Json[])];
}

/** The value that a fix inserts for the author to replace; undefined if the schema has none. */
export function placeholderOf(schema: unknown): Json | undefined {
  if (!isObject(schema)) return undefined;
  const { placeholder, examples } = schema as { placeholder?: Json; examples?: Json[] };
  return placeholder ?? examples?.[0];
}

/** Whether a schema allows one of these types. */
export function allows({ type }: JsonObject, ...types: string[]): boolean {
  // Called for every value: making an array of the types would cost more than the answer.
  const has = (name: string) => type === name || (Array.isArray(type) && type.includes(name));
  return types.some((name) => has(name) || (name === "integer" && has("number")));
}

/**
 * Whether a property is absent, empty, or still has its placeholder. A null that is allowed is a
 * value.
 */
export function lacksValue(
  object: JsonObject,
  name: string,
  schema: JsonObject | undefined,
): boolean {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  if (value === null && schema?.type !== undefined && allows(schema, "null")) return false;
  return (
    value === undefined ||
    isEmpty(value) ||
    (typeof value === "string" && value === schema?.placeholder)
  );
}

/** Words of programs for null. */
export const NULL_WORD = /^(?:null|None|nil|undefined)$/;
