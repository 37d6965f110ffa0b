import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { sampleStrings } from "../ground/patterns/find-slowness.js";
import { FORMATS } from "../schema/formats.js";
import { numberOr, readTypes } from "./model/shape-places.js";

/** How long strings and arrays are made to reach a lower limit. */
export const MAX_SIZE = 5_000;

/** A value that a schema probably allows: one that it states, or the smallest of its type. */
export function sampleOf(schema: unknown): Json {
  if (!isObject(schema)) return "text";
  const { examples, enum: listed, const: only, placeholder, properties, minItems } = schema;
  const [first] = (examples ?? listed ?? []) as Json[];
  const stated = first ?? only ?? placeholder;
  const [type = isObject(properties) ? "object" : "string"] = readTypes(schema);
  if (stated !== undefined && type !== "null") return stated;
  switch (type) {
    case "string":
      return sampleString(schema);
    case "integer":
      return Math.ceil(numberOr(schema.minimum, numberOr(schema.exclusiveMinimum, 0) + 1));
    case "number":
      return 0.5;
    case "boolean":
      return true;
    case "null":
      return null;
    case "array": {
      const length = Math.min(MAX_SIZE, Math.max(1, numberOr(minItems, 1)));
      return Array.from({ length }, () => sampleOf(schema.items));
    }
    case "object": {
      const known = (properties ?? {}) as JsonObject;
      const required = (schema.required ?? []) as string[];
      return Object.fromEntries(required.map((name) => [name, sampleOf(known[name])]));
    }
    default:
      return "text";
  }
}

function sampleString({ format, pattern, minLength, maxLength }: JsonObject): string {
  const [ofFormat] = FORMATS.get(String(format))?.samples ?? [];
  if (ofFormat !== undefined) return ofFormat as string;
  if (typeof pattern === "string") {
    const matching = new RegExp(pattern, "u");
    const found = sampleStrings(pattern).find((text) => matching.test(text));
    if (found !== undefined) return found;
  }
  const text = "text".padEnd(Math.min(MAX_SIZE, numberOr(minLength, 0)), "t");
  return text.slice(0, numberOr(maxLength, MAX_SIZE));
}
