import type { JsonObject } from "../json/value.js";

/**
 * The names and types of a schema, down to `depth`. It accepts everything that the schema accepts. A model reads the
 * tool list before every conversation, and a result shows it what the rest of the schema would say.
 */
export function outline(
  { type, enum: values, const: value, properties, items }: JsonObject,
  depth: number,
): JsonObject {
  return {
    ...(type !== undefined && { type }),
    ...(values !== undefined && { enum: values }),
    ...(value !== undefined && { const: value }),
    ...(items !== undefined && { items: outline(items as JsonObject, depth) }),
    ...(properties !== undefined &&
      depth > 0 && {
        properties: Object.fromEntries(
          Object.entries(properties as JsonObject).map(([name, property]) => [
            name,
            outline(property as JsonObject, depth - 1),
          ]),
        ),
      }),
  };
}
