/**
 * Levels of nested objects and arrays. 64 KiB can hold 32,000 levels, which overflow the stack of recursive parsers.
 */
export const JSON_MAX_DEPTH = 32;

/** Keys that change an object's prototype when a parser assigns them carelessly. */
export function jsonForbidsKey(key: string): boolean {
  return key === "__proto__" || key === "constructor" || key === "prototype";
}

/** Up to a colon outside strings, but over a limited number of strings: each takes space on a stack. */
const TO_COLON = /[^":]*(?:"[^"]*"[^":]*){0,1000}:?/y;
/** The same for a document with escapes, which takes twice the time. */
const TO_COLON_WITH_ESCAPES = /[^":]*(?:"[^"\\]*(?:\\.[^"\\]*)*"[^":]*){0,1000}:?/y;

/** Whether a valid JSON document has exactly this number of keys, including repeated ones. */
export function jsonHasKeys(text: string, keys: number): boolean {
  // Most documents have no colons in their strings, so that all colons can be counted.
  let colons = 0;
  for (let at = text.indexOf(":"); at !== -1 && colons <= keys; at = text.indexOf(":", at + 1)) colons++;
  if (!(colons > keys)) return colons === keys;
  const toColon = text.includes("\\") ? TO_COLON_WITH_ESCAPES : TO_COLON;
  let found = 0;
  for (let at = 0; at < text.length && found <= keys; ) {
    toColon.lastIndex = at;
    toColon.test(text);
    at = toColon.lastIndex;
    if (text[at - 1] === ":") found++;
  }
  return found === keys;
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
