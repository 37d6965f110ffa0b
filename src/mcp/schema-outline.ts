import type { JsonObject } from "../json/value.js";
import { RESULT_SCHEMAS } from "../proposals/schemas.js";

/**
 * The names and types of a schema, down to `depth`. It accepts everything that the schema accepts. A model reads the
 * tool list before every conversation, and a result shows it what the rest of the schema would say.
 */
export function outline(schema: JsonObject, depth: number): JsonObject {
  const { type, enum: values, properties, items } = resolved(schema);
  // Clients that make classes of a schema, such as fastmcp, make one without fields of an object that names none.
  if (type === "object" && (properties === undefined || depth === 0)) return {};
  return {
    ...(type !== undefined && { type }),
    ...(values !== undefined && { enum: values }),
    ...(items !== undefined && { items: outline(items as JsonObject, depth) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as JsonObject).map(([name, property]) => [
          name,
          outline(property as JsonObject, depth - 1),
        ]),
      ),
    }),
  };
}

/** The schema that a reference leads to. The variants of a union become one object with the properties of all. */
export function resolved(schema: JsonObject): JsonObject {
  const { $ref, oneOf } = schema;
  if (typeof $ref === "string") return resolved(RESULT_SCHEMAS[$ref.slice($ref.lastIndexOf("/") + 1)] as JsonObject);
  if (!Array.isArray(oneOf)) return schema;
  const variants = (oneOf as JsonObject[]).map(resolved) as { required: string[]; properties: JsonObject }[];
  const [first, ...others] = variants.map(({ required }) => required) as [string[], ...string[][]];
  return {
    type: "object",
    required: first.filter((name) => others.every((names) => names.includes(name))),
    properties: Object.assign({}, ...variants.map(({ properties }) => properties)),
  };
}
