import { isEqual, isObject, type Json, type JsonObject } from "../../ground/json/value.js";

/** A schema with the keywords of all that it refers to or is put together from. */
export interface Flat {
  readonly keywords: JsonObject;
  /** Parts whose keywords cannot stand beside the others. */
  readonly parts: readonly JsonObject[];
  /** The schemas that are followed to get here: one that comes again is recursive. */
  readonly trail: readonly JsonObject[];
}

/** All types, with which a schema says nothing about the type. */
export const ALL_TYPES = ["object", "array", "string", "number", "boolean", "null"];

/** Longer ways through references are kept as they are, and so is what is put together from more parts. */
const MAX_TRAIL = 100;
const MAX_PARTS = 500;

const WORDS = ["title", "description", "default", "examples", "example"];
const VALIDATING = new Set(
  (
    "type nullable enum const properties required additionalProperties patternProperties propertyNames minProperties " +
    "maxProperties dependentRequired dependentSchemas dependencies items prefixItems additionalItems minItems maxItems " +
    "uniqueItems contains minContains maxContains minLength maxLength pattern format minimum maximum exclusiveMinimum " +
    "exclusiveMaximum multipleOf not if then else anyOf oneOf"
  ).split(" "),
);

/** Whether a keyword decides; annotations do not. */
export function decides(keyword: string): boolean {
  return VALIDATING.has(keyword);
}

/** Puts a schema together; undefined if it contains itself, or is too far away. */
export function flatten(
  schema: JsonObject,
  follow: (ref: string) => Json | undefined,
  trail: readonly JsonObject[] = [],
  budget = { left: MAX_PARTS },
): Flat | undefined {
  if (trail.includes(schema) || trail.length > MAX_TRAIL || budget.left-- <= 0) return undefined;
  const inner = [...trail, schema];
  const own = Object.entries(schema).filter(([key]) => decides(key) || WORDS.includes(key));
  let keywords: JsonObject = Object.fromEntries(own);
  const parts: JsonObject[] = [];
  const followed: JsonObject[] = [...inner];
  const others = [
    ...(typeof schema.$ref === "string" ? [follow(schema.$ref)] : []),
    ...(Array.isArray(schema.allOf) ? schema.allOf : []),
  ];
  for (const other of others) {
    if (other === undefined || other === true) continue;
    if (!isObject(other)) {
      parts.push({ not: {} });
      continue;
    }
    const flat = flatten(other, follow, inner, budget);
    if (flat === undefined) return undefined;
    const together = both(keywords, flat.keywords);
    if (together === undefined) parts.push(other);
    else {
      keywords = together;
      parts.push(...flat.parts);
    }
    followed.push(...flat.trail);
  }
  return { keywords, parts, trail: [...new Set(followed)] };
}

/** Keywords whose verdict depends on the keywords beside them: none of a family is moved away from the others. */
const FAMILIES = [
  ["properties", "patternProperties", "additionalProperties"],
  ["items", "prefixItems", "additionalItems"],
  ["contains", "minContains", "maxContains"],
  ["if", "then", "else"],
];

const STRICTER: Readonly<Record<string, (a: number, b: number) => number>> = {
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  minProperties: Math.max,
  maximum: Math.min,
  exclusiveMaximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
  maxProperties: Math.min,
};

/** The keywords of two schemas that both hold; undefined if they cannot stand beside each other. */
function both(one: JsonObject, other: JsonObject): JsonObject | undefined {
  const result: JsonObject = { ...other, ...one };
  for (const [key, there] of Object.entries(other)) {
    const here = one[key];
    if (here === undefined || WORDS.includes(key) || isEqual(here, there)) continue;
    if (key === "required") result[key] = [...new Set([...(here as string[]), ...(there as string[])])];
    else if (key === "type") {
      const types = commonTypes([here].flat() as string[], [there].flat() as string[]);
      if (types.length === 0) return undefined;
      result[key] = types;
    } else if (key === "enum") {
      const common = (here as Json[]).filter((value) => (there as Json[]).some((allowed) => isEqual(value, allowed)));
      if (common.length === 0) return undefined;
      result[key] = common;
    } else if (STRICTER[key] !== undefined) result[key] = STRICTER[key](here as number, there as number);
    else if (key === "properties") result[key] = joined(here as JsonObject, there as JsonObject);
    else return undefined;
  }
  // An open list of properties may be joined with another one; anything else of a family stays with its own schema.
  const isOpen = ({ additionalProperties: more = true, patternProperties }: JsonObject) =>
    more === true && patternProperties === undefined;
  for (const family of FAMILIES) {
    const has = (schema: JsonObject) => family.some((key) => schema[key] !== undefined);
    if (has(one) && has(other) && !(family.includes("properties") && isOpen(one) && isOpen(other))) return undefined;
  }
  // With a nullable part beside one that is not, null is not allowed.
  return one.nullable === other.nullable ? result : undefined;
}

function joined(one: JsonObject, other: JsonObject): JsonObject {
  const result: JsonObject = { ...one };
  for (const [name, schema] of Object.entries(other))
    result[name] = Object.hasOwn(one, name) ? { allOf: [one[name] as Json, schema] } : schema;
  return result;
}

/** The types that both lists allow; an integer is a number. */
export function commonTypes(one: readonly string[], other: readonly string[]): string[] {
  const isIn = (type: string, types: readonly string[]) =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [...new Set([...one.filter((type) => isIn(type, other)), ...other.filter((type) => isIn(type, one))])];
}

/** The keywords of a schema that decide. */
export function deciding(keywords: JsonObject): string[] {
  return Object.keys(keywords).filter(decides);
}

export function without(keywords: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(keywords).filter(([key]) => !names.includes(key)));
}

/** The values that a schema lists and does not limit further; undefined if it does more. */
export function listValues(keywords: JsonObject): Json[] | undefined {
  const { const: only, enum: values, type } = keywords;
  if (deciding(without(keywords, "const", "enum", "type")).length > 0) return undefined;
  if (only === undefined && values === undefined) return isEqual([type].flat(), ["null"]) ? [null] : undefined;
  const listed = only === undefined ? (values as Json[]) : [only];
  const isOfType = (value: Json) =>
    type === undefined ||
    [type]
      .flat()
      .some(
        (one) => one === (value === null ? "null" : typeof value) || (one === "integer" && Number.isInteger(value)),
      );
  return listed.every(isOfType) ? listed : undefined;
}
