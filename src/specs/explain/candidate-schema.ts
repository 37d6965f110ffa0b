import { definitionOf } from "../../engine/checks/index.js";
import type { CheckSource, SpecSource } from "../../engine/grammar.js";
import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { FORMATS } from "../../ground/json-schema/formats.js";
import { schemaAt } from "../../ground/json-schema/schemas-in.js";

/**
 * The shape as JSON Schema for any validator, with the constraints of rules on single values. It accepts every valid
 * candidate in its normalized form. Constraints between values are left to the service. Cached, because every list of
 * tools asks for it.
 */
export const candidateSchema = cacheByObject(derive);

function derive({ shape, settings, rules }: SpecSource): JsonObject {
  const schema = standardSchema(shape);
  for (const rule of Object.values(rules)) {
    if (rule.severity !== "error" || rule.when !== undefined) continue;
    for (const check of [rule.check].flat()) {
      if (check.where === undefined) for (const at of [check.at].flat()) constrain(schema, at, check, settings.data);
    }
  }
  return { $schema: "https://json-schema.org/draft/2020-12/schema", title: settings.title, ...schema };
}

/** A copy without the keywords that only the engine knows. */
function standardSchema({ $schema, aliases, placeholder, derive, format, ...schema }: JsonObject): JsonObject {
  const { properties, items, additionalProperties: values } = schema;
  const pattern = FORMATS.get(String(format))?.pattern;
  return {
    ...schema,
    ...(pattern !== undefined && { pattern }),
    ...(isObject(items) && { items: standardSchema(items) }),
    ...(isObject(values) && { additionalProperties: standardSchema(values) }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, standardSchema(property as JsonObject)]),
      ),
    }),
  };
}

const SCALARS: readonly unknown[] = ["string", "integer", "number", "boolean"];

/** Adds the constraints of a check on single values, if JSON Schema can express them. */
function constrain(root: JsonObject, at: string, check: CheckSource, data: JsonObject): void {
  const schema = schemaAt(root, at);
  const definition = definitionOf(check);
  if (schema === undefined || definition === undefined) return;
  const { group, name } = definition;
  if (!(group ? SCALARS : [...SCALARS, "object"]).includes(schema.type)) return;
  const keyword = definition.asSchema?.({ value: check[name] as Json, options: check as JsonObject }, data, schema);
  const constrained = group ? (at.endsWith("/*") ? schemaAt(root, at.slice(0, -2)) : undefined) : schema;
  if (keyword !== undefined && constrained !== undefined) add(constrained, keyword);
}

/** Adds keywords to a schema, in `allOf` if one of them is already there. */
function add(schema: JsonObject, keyword: JsonObject): void {
  const isTaken = Object.keys(keyword).some((name) => Object.hasOwn(schema, name));
  if (isTaken)
    schema.allOf = [...((schema.allOf as Json[] | undefined) ?? []), { type: schema.type as Json, ...keyword }];
  else Object.assign(schema, keyword);
}
