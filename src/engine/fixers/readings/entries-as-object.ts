import { isObject, type Json, type JsonObject } from "../../../json/value.js";
import { type Reading, sure, unsure } from "./reading.js";

const KEYS = ["key", "name", "field", "column", "property"];
const MAX_ENTRIES_LENGTH = 400;

export const entriesAsObject: Reading = {
  name: "entries-as-object",
  summary:
    "The properties of an object one by one: pairs of key and value, objects with both, or `key: value` in a string.",
  from: ["string", "array"],
  to: ["object"],
  *read(value) {
    if (typeof value === "string") {
      const entries =
        value.length > MAX_ENTRIES_LENGTH ? [] : value.split(/(?:(?<!\s)\s+)?[;,&\n]\s*/).map(entryInText);
      const object = toObject(entries);
      if (object !== undefined && entries.length > 1) yield unsure(object);
    }
    const object = Array.isArray(value) ? toObject(value.map(entryIn)) : undefined;
    if (object !== undefined) yield sure(object);
  },
};

type Entry = readonly [key: string, value: Json];

/** The entry in a string such as `key: value`. */
function entryInText(text: string): Entry | undefined {
  const [, key, value] = /^(\w+)\s*[:=]([^:=]+)$/.exec(text.trim()) ?? [];
  return key === undefined || value === undefined ? undefined : [key, value.trim()];
}

/** The entry in a pair, or in an object with a key and a value. */
function entryIn(item: unknown): Entry | undefined {
  if (Array.isArray(item)) {
    const [key, value] = item as Json[];
    return typeof key === "string" && value !== undefined && item.length === 2 ? [key, value] : undefined;
  }
  if (!isObject(item)) return undefined;
  const [name, ...others] = Object.keys(item).filter((key) => key !== "value");
  const key = name === undefined ? undefined : item[name];
  const isEntry = name !== undefined && others.length === 0 && KEYS.includes(name) && Object.hasOwn(item, "value");
  return isEntry && typeof key === "string" ? [key, item.value as Json] : undefined;
}

/** The object with these entries; undefined if one is missing, or if two have the same key. */
function toObject(entries: readonly (Entry | undefined)[]): JsonObject | undefined {
  const known = entries.filter((entry) => entry !== undefined);
  const isWhole = known.length > 0 && known.length === entries.length;
  return isWhole && new Set(known.map(([key]) => key)).size === known.length ? Object.fromEntries(known) : undefined;
}
