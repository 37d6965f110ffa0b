import { jsonForbidsKey } from "./json-forbids-key.js";

/**
 * How many keys a parsed value has; NaN, which equals no count, when a key is forbidden or a number is not finite.
 * Recursive: only for a value whose depth is known to be within the limit.
 */
export function jsonValueKeys(value: unknown): number {
  if (typeof value === "number") return value - value;
  if (typeof value !== "object" || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value) keys += jsonValueKeys(item);
    return keys;
  }
  // Object.entries here made this take as long as JSON.parse itself.
  for (const key in value) {
    if (jsonForbidsKey(key)) return Number.NaN;
    keys += 1 + jsonValueKeys(value[key as keyof typeof value]);
  }
  return keys;
}
