import { tryPatch } from "../../ground/json/patch.js";
import { valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";

/** A copy with another value at a pointer, or without that place; undefined if there is no container for it. */
export function withValue(root: Json, path: string, value: Json | undefined): Json | undefined {
  const op = valueAt(root, path) === undefined ? "add" : "replace";
  return tryPatch(root, [value === undefined ? { op: "remove", path } : { op, path, value }]) as Json | undefined;
}

/** Replaces a name everywhere, as a value and as a key: its declaration, its records and its references at once. */
export function withRenamed(value: Json, from: string, to: string): Json {
  if (value === from) return to;
  return mapParts(
    value,
    (part) => withRenamed(part, from, to),
    (key, part) => [[key === from ? to : key, part]],
  );
}

/** Removes every key with one of these names and, unless `keepsItems`, every such item of an array. */
export function withoutNames(value: Json, names: ReadonlySet<Json>, keepsItems = false): Json {
  const hasItem = !keepsItems && Array.isArray(value) && value.some((item) => names.has(item));
  return mapParts(
    hasItem ? value.filter((item) => !names.has(item)) : value,
    (part) => withoutNames(part, names, keepsItems),
    (key, part) => (names.has(key) ? [] : [[key, part]]),
  );
}

/** Adds these keys to every object that has the key `model`, each with the value of that key. */
export function withKeys(value: Json, model: string, names: readonly string[]): Json {
  const same = mapParts(value, (part) => withKeys(part, model, names));
  if (!isObject(same) || !Object.hasOwn(same, model)) return same;
  return { ...(same as JsonObject), ...Object.fromEntries(names.map((name) => [name, same[model] as Json])) };
}

/** A container with changed parts, and with other keys where `toEntries` changes them. */
function mapParts(
  value: Json,
  mapPart: (part: Json) => Json,
  toEntries: (key: string, part: Json) => [string, Json][] = (key, part) => [[key, part]],
): Json {
  if (Array.isArray(value)) return value.map(mapPart);
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.flatMap(([key, part]) => toEntries(key, mapPart(part))));
}
