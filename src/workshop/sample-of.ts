import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { sampleStrings } from "../ground/patterns/find-slowness.js";
import { FORMATS } from "../schema/formats.js";
import { numberOr, readTypes } from "./view/shape-view.js";

const SAMPLES: Readonly<Record<string, Json>> = { number: 0.5, boolean: true, null: null };
/** The number of strings and items that are made to reach a lower limit. */
const MAX_SIZE = 5_000;

/**
 * A plain value that a schema probably allows: one that it states, or the smallest that can be made
 * of it.
 */
export function sampleOf(schema: unknown): Json {
  if (!isObject(schema)) return "text";
  const {
    examples,
    enum: listed,
    const: only,
    placeholder,
    properties,
    required = [],
    items,
  } = schema;
  const stated =
    ((examples ?? listed ?? []) as Json[])[0] ?? only ?? (placeholder as Json | undefined);
  const [type = isObject(properties) ? "object" : "string"] = readTypes(schema);
  if (stated !== undefined && type !== "null") return stated;
  if (type === "string") return sampleString(schema);
  if (type === "integer")
    return Math.ceil(numberOr(schema.minimum, numberOr(schema.exclusiveMinimum, 0) + 1));
  if (type === "array")
    return Array.from(
      { length: Math.min(MAX_SIZE, Math.max(1, numberOr(schema.minItems, 1))) },
      () => sampleOf(items),
    );
  if (type !== "object") return SAMPLES[type] ?? "text";
  const known = (properties ?? {}) as JsonObject;
  return Object.fromEntries((required as string[]).map((name) => [name, sampleOf(known[name])]));
}

function sampleString({ format, pattern, minLength, maxLength }: JsonObject): string {
  const [ofFormat] = FORMATS.get(String(format))?.samples ?? [];
  if (ofFormat !== undefined) return ofFormat as string;
  if (typeof pattern === "string") {
    const matching = new RegExp(pattern, "u");
    const found = sampleStrings(pattern).find((text) => matching.test(text));
    if (found !== undefined) return found;
  }
  return "text"
    .padEnd(Math.min(MAX_SIZE, numberOr(minLength, 0)), "t")
    .slice(0, numberOr(maxLength, MAX_SIZE));
}
