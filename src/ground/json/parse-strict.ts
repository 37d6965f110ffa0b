import {
  isBeyondSafe,
  isForbiddenKey,
  JSON_MAX_DEPTH,
  type JsonError,
  scanJson,
} from "./scanner.js";

/**
 * The value, or a function that explains the error. It scans the text again, which not every caller
 * needs.
 */
export type StrictJson = { readonly value: unknown } | { explain(): JsonError };

/** Parses JSON that every parser reads in the same way, similar to I-JSON (RFC 7493). */
export function parseStrictJson(text: string): StrictJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { explain: () => explainMalformed(text) };
  }
  // If a key is repeated, the document has more keys than the value.
  if (countPossibleKeys(text) === countKeys(value)) return { value };
  // The document is not acceptable, or has a string with a colon that was counted as one after a
  // key.
  const scanned = scanJson(text);
  return "error" in scanned ? { explain: () => scanned.error } : { value };
}

function explainMalformed(text: string): JsonError {
  if (text.startsWith("\uFEFF"))
    return malformedError("the JSON starts with a byte order mark, which RFC 8259 §8.1 forbids");
  if (/^[ \t\n\r]*$/.test(text)) return malformedError("the JSON is empty");
  const scanned = scanJson(text);
  if ("error" in scanned) return scanned.error;
  throw new Error("the scanner finds no error in a document that JSON.parse refuses");
}

export function malformedError(problem: string): JsonError {
  return { code: "malformed-json", problem, detail: problem };
}

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The maximum number of keys in a valid JSON document: the number of colons after white space, or
 * after a quote that is not escaped. JSON in strings is full of escaped ones.
 */
function countPossibleKeys(text: string): number {
  let keys = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    const before = text.charCodeAt(colon - 1);
    if (before <= SPACE || (before === QUOTE && !isEscaped(text, colon - 1))) keys++;
  }
  return keys;
}

/** Whether an odd number of backslashes is before a character. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charCodeAt(start - 1) === BACKSLASH) start--;
  return (at - start) % 2 === 1;
}

/**
 * The number of keys in a parsed value. It is NaN, which equals no count, if a key is forbidden, a
 * number may have lost digits or the nesting exceeds `levels`.
 */
function countKeys(value: unknown, levels = JSON_MAX_DEPTH): number {
  if (typeof value === "number") return isBeyondSafe(value) ? Number.NaN : 0;
  if (typeof value !== "object" || value === null) return 0;
  if (levels === 0) return Number.NaN;
  let keys = 0;
  if (Array.isArray(value)) {
    // Most items of a long array are scalars, which are not worth a call.
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      if (typeof item === "number") keys += isBeyondSafe(item) ? Number.NaN : 0;
      else if (typeof item === "object") keys += countKeys(item, levels - 1);
    }
    return keys;
  }
  // With Object.entries, this took as long as JSON.parse itself.
  for (const key in value) {
    if (isForbiddenKey(key)) return Number.NaN;
    keys += 1 + countKeys(value[key as keyof typeof value], levels - 1);
  }
  return keys;
}
