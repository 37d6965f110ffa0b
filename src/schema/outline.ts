import { cacheByObject } from "../ground/cache/cache-by-object.js";
import { valueAt } from "../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { bundleShape, decode } from "./bundle.js";
import { isPlain } from "./view.js";

/**
 * Candidates have 32 levels; below fewer, hardly any rule looks at a schema that contains itself.
 */
const MAX_DEPTH = 12;
/** The places of one outline. What is beyond them is unknown. */
const MAX_PLACES = 2_000;

/** Keywords that say the same beside any others. */
const KEPT = new Set(
  (
    "type enum required minLength maxLength minItems maxItems minimum maximum exclusiveMinimum exclusiveMaximum " +
    "format pattern multipleOf title description examples default placeholder aliases derive"
  ).split(" "),
);

/**
 * What a shape says of each place, before there is a candidate: lint, search, words and forms. It
 * has no reference and no union, and refuses only what the shape refuses; what cannot be seen
 * through is left out. A shape that consists of properties and items is its own outline.
 */
export const outlineOf = cacheByObject((shape: JsonObject): JsonObject => {
  if (isPlain(shape)) return shape;
  const bundle = bundleShape(shape);
  if (bundle.flaws.length > 0) return {};
  const definitions = bundle.root.$defs as JsonObject;

  /**
   * The keywords of a schema and of all that it is composed of. The schemas of properties and items
   * stay.
   */
  function gather(schema: Json | undefined, depth: number): JsonObject {
    if (!isObject(schema) || depth > MAX_DEPTH) return {};
    const {
      $ref,
      allOf,
      anyOf,
      oneOf,
      properties,
      items,
      prefixItems,
      additionalProperties,
      patternProperties,
    } = schema;
    const own = Object.fromEntries(Object.entries(schema).filter(([keyword]) => KEPT.has(keyword)));
    if (schema.const !== undefined) own.enum = [schema.const];
    if (schema.nullable === true && own.type !== undefined)
      own.type = [...new Set([own.type, "null"].flat())] as Json;
    if (isObject(properties)) own.properties = properties;
    if (isObject(items) && prefixItems === undefined) own.items = items;
    const target =
      typeof $ref === "string" ? definitions[$ref.slice("#/$defs/".length)] : undefined;
    const parts = [
      ...(target === undefined ? [] : [target]),
      ...(Array.isArray(allOf) ? allOf : []),
    ];
    const unions = [anyOf, oneOf].filter((union) => Array.isArray(union));
    // Beside other parts, or patterns, it is not about all names that are not listed here.
    if (
      additionalProperties !== undefined &&
      parts.length + unions.length === 0 &&
      patternProperties === undefined
    )
      own.additionalProperties = additionalProperties;
    return [
      ...parts.map((part) => gather(part, depth + 1)),
      ...unions.map((union) => either(union.map((branch) => gather(branch, depth + 1)))),
    ].reduce(both, own);
  }
  return describePlaces(definitions[0], (schema) => gather(schema, 0));
});

/**
 * What a shape says of places by its own properties and items, behind references inside it. The
 * bytes of packages hang on this and on the limits above, so it never learns to see more: no union,
 * no `allOf`, no other document.
 */
export const ownPlacesOf = cacheByObject((shape: JsonObject): JsonObject => {
  if (isPlain(shape)) return shape;
  // A schema with the keywords of what its references lead to, where it has none of that name.
  return describePlaces(shape, (value) => {
    let schema: JsonObject = isObject(value) ? value : {};
    for (let hops = 0; typeof schema.$ref === "string" && hops < MAX_DEPTH; hops++) {
      const { $ref, ...own } = schema;
      const target = /^#(\/|$)/.test($ref as string)
        ? valueAt(shape, decode(($ref as string).slice(1)))
        : undefined;
      schema = isObject(target) ? { ...(target as JsonObject), ...own } : own;
    }
    return schema;
  });
});

/** What `read` reads of a schema, of its properties and of its items. */
function describePlaces(
  start: Json | undefined,
  read: (schema: Json | undefined) => JsonObject,
): JsonObject {
  let places = 0;
  function describe(schema: Json | undefined, depth: number): JsonObject {
    if (depth > MAX_DEPTH || ++places > MAX_PLACES) return {};
    const { properties, items, additionalProperties, ...said } = read(schema);
    const inside = (value: Json) => describe(value, depth + 1);
    return {
      ...said,
      ...(isObject(properties) && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, property]) => [name, inside(property)]),
        ),
      }),
      ...(isObject(items) && { items: inside(items) }),
      ...(additionalProperties !== undefined && {
        additionalProperties: isObject(additionalProperties)
          ? inside(additionalProperties)
          : additionalProperties,
      }),
    };
  }
  return describe(start, 0);
}

/**
 * What two parts of one schema say together. Where both say something, one is enough, except for
 * lists of names.
 */
function both(one: JsonObject, other: JsonObject): JsonObject {
  const result = { ...other, ...one };
  if (Array.isArray(one.required) && Array.isArray(other.required))
    result.required = [...new Set([...one.required, ...other.required])];
  if (isObject(one.properties) && isObject(other.properties)) {
    const shared = Object.keys(one.properties).filter((name) =>
      Object.hasOwn(other.properties as JsonObject, name),
    );
    result.properties = { ...other.properties, ...one.properties };
    for (const name of shared)
      result.properties[name] = { allOf: [one.properties[name], other.properties[name]] as Json };
  }
  // Each closes only its own list of names.
  if (one.additionalProperties !== other.additionalProperties) delete result.additionalProperties;
  return result;
}

/**
 * What all branches of a union say: their types, or their values. Null beside one branch makes that
 * one nullable.
 */
function either(branches: readonly JsonObject[]): JsonObject {
  const others = branches.filter(({ type }) => type !== "null");
  const types = branches.map(({ type }) => type);
  const type: JsonObject = types.includes(undefined)
    ? {}
    : { type: [...new Set(types.flat())] as Json };
  const [only, ...more] = others;
  if (only !== undefined && more.length === 0 && only.enum === undefined)
    return { ...only, ...type };
  const lists = branches.map((branch) => branch.enum);
  const listed: JsonObject = lists.every((list) => Array.isArray(list))
    ? { enum: [...new Set(lists.flat())] as Json }
    : {};
  return { ...type, ...listed };
}
