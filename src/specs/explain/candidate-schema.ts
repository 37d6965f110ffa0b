import type { SpecSource } from "../../engine/grammar.js";
import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import { joinPointer } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { withoutAnnotations } from "../../schema/bundle.js";
import { FORMATS } from "../../schema/formats.js";
import { outlineOf } from "../../schema/outline.js";
import { collectPlaces, type Place } from "../places.js";

/**
 * The shape as JSON Schema for any validator, with what rules say about single values. It accepts
 * every valid candidate in its normalized form. Constraints between values are left to the service.
 * Cached, because every list of tools asks for it.
 */
export const candidateSchema = cacheByObject(
  (source: SpecSource): JsonObject => ({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: source.settings.title,
    ...(outlineOf(source.shape) === source.shape
      ? standardSchema("", collectPlaces(source))
      : (withoutAnnotations(source.shape) as JsonObject)),
  }),
);

/** The schema of a place without the keywords that only the engine knows. */
function standardSchema(at: string, places: ReadonlyMap<string, Place>): JsonObject {
  const { $schema, aliases, placeholder, derive, format, ...schema } = places.get(at)?.schema ?? {};
  const { properties, items, additionalProperties: values } = schema;
  const pattern = FORMATS.get(String(format))?.pattern;
  return {
    ...schema,
    ...(pattern !== undefined && besidePattern(schema, pattern)),
    ...(isObject(items) && { items: standardSchema(`${at}/*`, places) }),
    ...(isObject(values) && { additionalProperties: standardSchema(`${at}/~values`, places) }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.keys(properties).map((name) => [
          name,
          standardSchema(joinPointer(at, name), places),
        ]),
      ),
    }),
  };
}

/** The keywords that add a pattern to a schema, which may have one of a rule. */
function besidePattern(
  { pattern: ofRule, type = [], allOf = [] }: JsonObject,
  pattern: string,
): JsonObject {
  return ofRule === undefined ? { pattern } : { allOf: [...(allOf as Json[]), { type, pattern }] };
}
