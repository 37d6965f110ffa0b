import { join } from "../json/pointer.js";
import { isObject, type JsonObject } from "../json/value.js";

/** A schema and all schemas within it, each with the selector of its values. */
export function* schemasIn(schema: unknown, at = ""): Generator<{ at: string; schema: JsonObject }> {
  if (!isObject(schema)) return;
  yield { at, schema: schema as JsonObject };
  yield* schemasIn(schema.items, `${at}/*`);
  if (!isObject(schema.properties)) return;
  for (const [name, property] of Object.entries(schema.properties)) yield* schemasIn(property, join(at, name));
}
