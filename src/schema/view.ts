import { cacheByObject } from "../ground/cache/cache-by-object.js";
import { isObject, type Json, type JsonObject, kindOf } from "../ground/json/value.js";

/** Gives the schema that a `$ref` of the bundle leads to. */
type Follow = (ref: string) => Json | undefined;

/** Keywords that are part of the view in another form. */
const REPLACED = new Set(
  "$ref allOf anyOf oneOf const properties items additionalProperties".split(" "),
);

/** Whether a schema is its own view: no `$ref`, composition or untyped values inside. */
export const isPlain = cacheByObject((schema: JsonObject): boolean => {
  const { properties, items, additionalProperties, patternProperties, enum: values, type } = schema;
  if (!isWhole(schema)) return false;
  if (values !== undefined && type === undefined) return false;
  const inside = [properties, patternProperties].flatMap((map) =>
    isObject(map) ? Object.values(map) : [],
  );
  // The view replaces a boolean schema by an object.
  if (inside.some((inner) => !isObject(inner)) || (items !== undefined && !isObject(items)))
    return false;
  return [...inside, items, additionalProperties].every(
    (inner) => !isObject(inner) || isPlain(inner),
  );
});
/** True without `$ref` or composition. */
export function isWhole(schema: JsonObject): boolean {
  return !NOT_PLAIN.some((keyword) => Object.hasOwn(schema, keyword));
}

const NOT_PLAIN =
  "$ref allOf anyOf oneOf not if const nullable patternProperties prefixItems unevaluatedProperties $defs".split(
    " ",
  );

/**
 * Returns a function that shows a schema as fixers want to see one: with the properties, the types
 * and the values of all schemas that it refers to or is composed of. A view only helps to find
 * fixes: AJV decides by the schema.
 */
export function compileViews(follow: Follow): (schema: JsonObject) => JsonObject {
  const viewOf = cacheByObject(
    (schema: JsonObject): JsonObject => (isPlain(schema) ? schema : deferParts(merged(schema))),
  );
  /**
   * The own keywords of a schema together with those of its parts. Properties and items are still
   * schemas.
   */
  const merged = cacheByObject(merge);

  function merge(schema: JsonObject): JsonObject {
    const own = Object.fromEntries(Object.entries(schema).filter(([key]) => !REPLACED.has(key)));
    if (isObject(schema.properties)) own.properties = schema.properties;
    if (isObject(schema.items)) own.items = schema.items;
    if (schema.additionalProperties === true || isObject(schema.additionalProperties))
      own.additionalProperties = schema.additionalProperties;
    if (Object.hasOwn(schema, "const")) own.enum = [schema.const as Json];
    if (own.type === undefined && Array.isArray(own.enum))
      own.type = [...new Set(own.enum.map(kindOf))];
    if (schema.nullable === true && own.type !== undefined)
      own.type = [...new Set([own.type, "null"].flat())] as Json;
    const parts = [
      ...(typeof schema.$ref === "string" ? [follow(schema.$ref)] : []),
      ...(Array.isArray(schema.allOf) ? schema.allOf : []),
    ].map(mergedPart);
    const unions = [schema.anyOf, schema.oneOf].flatMap((union) =>
      Array.isArray(union) ? [unite(union.map(mergedPart))] : [],
    );
    return [...parts, ...unions].reduce(intersect, own);
  }

  function mergedPart(schema: Json | undefined): JsonObject {
    return isObject(schema) ? merged(schema) : {};
  }

  /** Properties and items become views when they are looked at: schemas may contain themselves. */
  function deferParts(view: JsonObject): JsonObject {
    const lazy: JsonObject = { ...view };
    for (const key of ["properties", "patternProperties"]) {
      const schemas = view[key];
      if (!isObject(schemas)) continue;
      const views: JsonObject = {};
      for (const [name, schema] of Object.entries(schemas))
        defineLater(views, name, () => viewOf(isObject(schema) ? schema : {}));
      lazy[key] = views;
    }
    for (const key of ["items", "additionalProperties"]) {
      const schema = view[key];
      if (isObject(schema)) defineLater(lazy, key, () => viewOf(schema));
    }
    return lazy;
  }

  return viewOf;
}

function defineLater(object: object, name: string, get: () => Json): void {
  Object.defineProperty(object, name, { get, enumerable: true, configurable: true });
}

/** A value must fit both. */
function intersect(one: JsonObject, other: JsonObject): JsonObject {
  const result = { ...other, ...one };
  if (one.type !== undefined && other.type !== undefined) {
    const common = [one.type].flat().filter((type) => [other.type].flat().includes(type));
    if (common.length > 0)
      result.type = common.length === 1 ? (common[0] as Json) : (common as Json);
  }
  if (Array.isArray(one.required) && Array.isArray(other.required))
    result.required = [...new Set([...one.required, ...other.required])];
  if (isObject(one.properties) && isObject(other.properties))
    result.properties = joinProperties(one.properties, other.properties, "allOf");
  return result;
}

/** A value must fit one of them. Null beside a single other schema only makes that one nullable. */
function unite(views: readonly JsonObject[]): JsonObject {
  const others = views.filter(({ type }) => type !== "null");
  const types = views.map(({ type }) => type);
  const [first, ...more] = others;
  if (first === undefined) return {};
  const type = types.includes(undefined) ? undefined : ([...new Set(types.flat())] as Json);
  const { type: _, ...rest } = first;
  const typed: JsonObject = type === undefined ? {} : { type };
  if (more.length === 0) return { ...rest, ...typed };
  const result: JsonObject = { ...typed };
  if (others.every((view) => Array.isArray(view.enum)))
    result.enum = [...new Set(others.flatMap((view) => view.enum as Json[]))];
  const objects = others.flatMap(({ properties }) => (isObject(properties) ? [properties] : []));
  if (objects.length > 0)
    result.properties = objects.reduce((one, other) => joinProperties(one, other, "anyOf"));
  const items = others.flatMap((view) => (isObject(view.items) ? [view.items] : []));
  if (items.length > 0)
    result.items = items.length === 1 ? (items[0] as JsonObject) : { anyOf: items };
  return result;
}

/** The properties of two schemas; shared ones are merged. */
function joinProperties(
  one: JsonObject,
  other: JsonObject,
  keyword: "allOf" | "anyOf",
): JsonObject {
  const result: JsonObject = { ...other, ...one };
  for (const name of Object.keys(one))
    if (Object.hasOwn(other, name) && one[name] !== other[name])
      result[name] = { [keyword]: [one[name], other[name]] as Json };
  return result;
}
