import type { SpecSource } from "../../engine/grammar.js";
import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import { joinPointer } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { withoutAnnotations } from "../../schema/bundle.js";
import { FORMATS } from "../../schema/formats.js";
import { outlineOf } from "../../schema/outline.js";
import { collectConstraints, type PlaceConstraints } from "../constraints.js";

/**
 * The shape as JSON Schema for any validator, with what rules demand of single values. It accepts
 * every valid candidate in its normalized form; rules that compare values are left to the service.
 * Cached, because every list of tools asks for it.
 */
export const toCandidateSchema = cacheByObject(
  (source: SpecSource): JsonObject => ({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: source.settings.title,
    ...(outlineOf(source.shape) === source.shape
      ? toStandardSchema("", collectConstraints(source))
      : (withoutAnnotations(source.shape) as JsonObject)),
  }),
);

/** The schema of a place without the keywords that only the engine knows. */
function toStandardSchema(at: string, places: ReadonlyMap<string, PlaceConstraints>): JsonObject {
  const { $schema, aliases, placeholder, derive, format, ...standard } =
    places.get(at)?.schema ?? {};
  const { properties, items, additionalProperties: values, type = [], allOf = [] } = standard;
  const pattern = FORMATS.get(String(format))?.pattern;
  // A rule may have set a pattern already.
  if (pattern !== undefined && standard.pattern === undefined) standard.pattern = pattern;
  else if (pattern !== undefined) standard.allOf = [...(allOf as Json[]), { type, pattern }];
  if (isObject(items)) standard.items = toStandardSchema(`${at}/*`, places);
  if (isObject(values)) standard.additionalProperties = toStandardSchema(`${at}/~values`, places);
  if (isObject(properties)) {
    const converted: [string, JsonObject][] = [];
    for (const name of Object.keys(properties))
      converted.push([name, toStandardSchema(joinPointer(at, name), places)]);
    standard.properties = Object.fromEntries(converted);
  }
  return standard;
}
