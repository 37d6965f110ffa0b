/**
 * Levels of nested objects and arrays. 64 KiB can hold 32,000 levels, which overflow the stack of recursive parsers.
 */
export const JSON_MAX_DEPTH = 32;

const SPACE = 0x20;
const QUOTE = 0x22;

/** Keys that change an object's prototype when a parser assigns them carelessly. */
export function jsonForbidsKey(key: string): boolean {
  return key === "__proto__" || key === "constructor" || key === "prototype";
}

/** The maximum number of keys in a valid JSON document. It counts colons after a quote or white space. */
export function jsonMaxKeys(text: string): number {
  let keys = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    const before = text.charCodeAt(colon - 1);
    if (before === QUOTE || before <= SPACE) keys++;
  }
  return keys;
}

/**
 * How many keys a parsed value has. NaN, which equals no count, if a key is forbidden, a number is not finite or the
 * nesting exceeds `levels`.
 */
export function jsonValueKeys(value: unknown, levels = JSON_MAX_DEPTH): number {
  if (typeof value === "number") return value - value;
  if (typeof value !== "object" || value === null) return 0;
  if (levels === 0) return Number.NaN;
  let keys = 0;
  if (Array.isArray(value)) {
    // Most items of a long array are scalars, which are not worth a call.
    for (let at = 0; at < value.length; at++) {
      const item: unknown = value[at];
      if (typeof item === "number") keys += item - item;
      else if (typeof item === "object") keys += jsonValueKeys(item, levels - 1);
    }
    return keys;
  }
  // With Object.entries, this took as long as JSON.parse itself.
  for (const key in value) {
    if (jsonForbidsKey(key)) return Number.NaN;
    keys += 1 + jsonValueKeys(value[key as keyof typeof value], levels - 1);
  }
  return keys;
}
