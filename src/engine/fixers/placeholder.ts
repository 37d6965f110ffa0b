import { isObject, type Json } from "../../json/value.js";

/** What a fix puts in for the author to fill: the placeholder of a schema, else the first of its examples. */
export function placeholderOf(schema: unknown): Json | undefined {
  if (!isObject(schema)) return undefined;
  const { placeholder, examples } = schema as { placeholder?: Json; examples?: Json[] };
  return placeholder ?? examples?.[0];
}
