export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Not `structuredClone`: under jest its arrays are those of another realm, which other libraries take for objects. */
export function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}
