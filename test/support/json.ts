export { isObject, type Json, type JsonObject } from "../../src/ground/json/value.js";

/**
 * As it would arrive: nothing shared, plain prototypes, no -0. Not `structuredClone`: under jest
 * its arrays are those of another realm, which other libraries take for objects.
 */
export function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}
