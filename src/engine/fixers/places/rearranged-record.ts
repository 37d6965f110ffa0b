import type { Json, JsonObject } from "../../../json/value.js";
import { Unsure } from "../readings/reading.js";
import { isAnnotation, isEmpty } from "../redundant.js";

/** The record in a wrapper. Certain where all of it is in there, and nothing is lost beside it. */
export function unwrappedRecord(object: Record<string, unknown>, key: string, isAllInside: boolean): Json | Unsure {
  const inner = object[key] as JsonObject;
  const { [key]: _, ...others } = object as JsonObject;
  if (!isAllInside) return new Unsure({ ...others, ...inner });
  const isSure = Object.entries(others).every(([name, value]) => isEmpty(value) || isAnnotation(name));
  return isSure ? inner : new Unsure(inner);
}

const SEPARATORS = [".", "_"] as const;

/** The missing name that a key like `farm.name` or `farm_name` begins with, and what separates the two. */
function prefixOf(key: string, missing: readonly string[]): { name: string; separator: string } | undefined {
  for (const separator of SEPARATORS) {
    const name = key.slice(0, Math.max(0, key.indexOf(separator)));
    if (missing.includes(name)) return { name, separator };
  }
  return undefined;
}

/**
 * A record with the properties of an object by themselves, such as `farm.name`, and those in their object again. Certain
 * where that is of the declared type. `extra` are the keys that are not declared.
 */
export function nestedRecord(
  record: Record<string, unknown>,
  key: string,
  { extra, missing }: { readonly extra: readonly string[]; readonly missing: readonly string[] },
  accepts: (name: string, value: Json) => boolean | undefined,
): Json | Unsure | undefined {
  const { name, separator } = prefixOf(key, missing) ?? {};
  if (name === undefined) return undefined;
  const parts = extra.filter((one) => one.startsWith(`${name}${separator}`));
  // A single word may be meant otherwise: `farm_old` is hardly a property of the farm.
  if (separator === "_" && parts.length < 2) return undefined;
  const inner = gathered(parts.map((part) => [part.slice(name.length + 1), record[part] as Json]));
  if (inner === undefined) return undefined;
  const entries = Object.entries(record as JsonObject)
    .filter(([one]) => one === key || !parts.includes(one))
    .map(([one, value]): [string, Json] => (one === key ? [name, inner] : [one, value]));
  const whole = Object.fromEntries(entries);
  return accepts(name, inner) ? whole : new Unsure(whole);
}

/** An array where the keys count from 0, else an object. Undefined for deeper levels, which are rare. */
function gathered(entries: readonly (readonly [string, Json])[]): Json | undefined {
  if (entries.some(([key]) => key === "" || key.includes("."))) return undefined;
  if (entries.every(([key], at) => key === String(at))) return entries.map(([, value]) => value);
  return Object.fromEntries(entries);
}
