import { child, join, parse } from "../json/pointer.js";
import { isObject, type JsonObject } from "../json/value.js";

/** A schema and all schemas within it, each with the selector of its values. */
export function* schemasIn(schema: unknown, at = ""): Generator<{ at: string; schema: JsonObject }> {
  if (!isObject(schema)) return;
  yield { at, schema: schema as JsonObject };
  yield* schemasIn(schema.items, `${at}/*`);
  if (!isObject(schema.properties)) return;
  for (const [name, property] of Object.entries(schema.properties)) yield* schemasIn(property, join(at, name));
}

/** The schema of the values that a selector selects; undefined if the schema does not describe them. */
export function schemaAt(schema: unknown, selector: string): JsonObject | undefined {
  let here = schema;
  for (const token of parse(selector)) {
    if (!isObject(here)) return undefined;
    here = token === "*" ? here.items : child(here.properties, token);
  }
  return isObject(here) ? (here as JsonObject) : undefined;
}

/** The schemas of the properties that a schema lists. */
export function propertiesOf(schema: unknown): Record<string, JsonObject> {
  return (isObject(schema) && isObject(schema.properties) ? schema.properties : {}) as Record<string, JsonObject>;
}
