import { cacheByObject } from "../ground/cache/cache-by-object.js";
import { valueAt } from "../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { isPlain } from "./view.js";

/** These limits are part of what built packages contain: a change of them changes bytes. */
const MAX_DEPTH = 12;
const MAX_PLACES = 2_000;

/**
 * What a shape says of places by its own properties and items, behind references inside it. The
 * bytes of packages hang on this, so it never learns to see more: no union, no `allOf`, no other
 * document.
 */
export const ownPlacesOf = cacheByObject((shape: JsonObject): JsonObject => {
  if (isPlain(shape)) return shape;
  let places = 0;
  function visit(value: Json | undefined, depth: number): JsonObject {
    if (depth > MAX_DEPTH || ++places > MAX_PLACES) return {};
    const { properties, items, additionalProperties, ...own } = resolve(shape, value);
    return {
      ...own,
      ...(isObject(properties) && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, property]) => [name, visit(property, depth + 1)]),
        ),
      }),
      ...(isObject(items) && { items: visit(items, depth + 1) }),
      ...(isObject(additionalProperties) && {
        additionalProperties: visit(additionalProperties, depth + 1),
      }),
    };
  }
  return visit(shape, 0);
});

/**
 * A schema with the keywords of what its references inside the shape lead to, where it has none of
 * that name.
 */
function resolve(shape: JsonObject, value: Json | undefined): JsonObject {
  let schema: JsonObject = isObject(value) ? value : {};
  for (let hops = 0; typeof schema.$ref === "string" && hops < MAX_DEPTH; hops++) {
    const { $ref, ...own } = schema;
    const target = /^#(\/|$)/.test(String($ref))
      ? valueAt(shape, decodePointer(String($ref)))
      : undefined;
    schema = isObject(target) ? { ...(target as JsonObject), ...own } : own;
  }
  return schema;
}

function decodePointer(ref: string): string {
  try {
    return decodeURIComponent(ref.slice(1));
  } catch {
    return ref.slice(1);
  }
}
