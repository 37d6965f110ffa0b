import type { JsonObject } from "../json/value.js";

/**
 * The names and types of a schema, as deep as `depth`: what it accepts, its outline accepts too. A model reads the tool
 * list before every conversation, and learns nothing from the rest of the schema that an answer does not show it.
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
          Object.entries(properties as JsonObject).map(([name, member]) => [
            name,
            outline(member as JsonObject, depth - 1),
          ]),
        ),
      }),
  };
}
