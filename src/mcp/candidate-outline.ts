import { isObject, type Json, type JsonObject } from "../json/value.js";
import { candidateSchema } from "../proposals/candidate-schema.js";
import type { Dependencies } from "../proposals/dependencies.js";
import { outline } from "./schema-outline.js";

/** In characters: a model reads it, in two tools, before every conversation. */
const MAX_LENGTH = 1_500;
const DEPTHS = [3, 2, 1];

/**
 * A candidate of any current spec package as a schema for function calling: names and types alone, as deep as they
 * fit. APIs of models refuse objects that name no properties, and keywords that they do not know.
 */
export function candidateOutline({ specs }: Dependencies): JsonObject {
  const schemas = [...specs.values()].flatMap(({ current }) => (current ? [candidateSchema(current.source)] : []));
  const merged = DEPTHS.map((depth) => schemas.map((schema) => callable(outline(schema, depth))).reduce(merge, OPEN));
  return merged.find((schema) => JSON.stringify(schema).length <= MAX_LENGTH) ?? OPEN;
}

const OPEN: JsonObject = { type: "object", additionalProperties: true };

/** The part that every API understands: one type, and vocabularies of strings. An object without names is open. */
function callable({ type, enum: values, items, properties }: JsonObject): JsonObject {
  const [one] = [type as Json].flat().filter((name) => name !== "null");
  const isVocabulary = Array.isArray(values) && values.every((value) => typeof value === "string");
  return {
    ...(one !== undefined && { type: one }),
    ...(isVocabulary && { enum: values }),
    ...(isObject(items) && { items: callable(items as JsonObject) }),
    ...(one === "object" && !isObject(properties) && { additionalProperties: true }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, callable(property as JsonObject)]),
      ),
    }),
  };
}

/** What two domains say about one place. Where they differ, the later one: the description tells them apart. */
function merge(one: JsonObject, other: JsonObject): JsonObject {
  const [properties, others] = [one.properties, other.properties];
  if (!isObject(properties) || !isObject(others)) return other;
  const names = new Set([...Object.keys(properties), ...Object.keys(others)]);
  const merged = [...names].map((name) => {
    const [left, right] = [properties[name], others[name]] as [JsonObject | undefined, JsonObject | undefined];
    return [name, left && right ? merge(left, right) : ((left ?? right) as JsonObject)];
  });
  return { ...other, properties: Object.fromEntries(merged) };
}
