import type { JsonError } from "./position.js";
import { jsonMaxKeys, jsonValueKeys, scanJson } from "./scanner.js";

/** The value, or a function that explains the error. It scans the text again, which not every caller needs. */
export type StrictJson = { readonly value: unknown } | { explain(): JsonError };

/** Parses JSON that every parser reads in the same way, similar to I-JSON (RFC 7493). */
export function parseStrictJson(text: string): StrictJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { explain: () => explainMalformed(text) };
  }
  const keys = jsonValueKeys(value);
  // If a key is repeated, the document has more keys than the value.
  if (jsonMaxKeys(text) === keys) return { value };
  if (Number.isNaN(keys)) return { explain: () => findError(text) };
  // The document has a repeated key, or a string with a colon that was counted as one after a key.
  const scanned = scanJson(text);
  return "error" in scanned ? { explain: () => scanned.error } : { value };
}

function explainMalformed(text: string): JsonError {
  if (text.startsWith("\uFEFF"))
    return malformed("The document starts with a byte order mark (RFC 8259 §8.1 forbids it).");
  if (/^[ \t\n\r]*$/.test(text)) return malformed("The document is empty.");
  return findError(text);
}

function findError(text: string): JsonError {
  const scanned = scanJson(text);
  if ("error" in scanned) return scanned.error;
  throw new Error("the scanner finds no error in a document that is not accepted");
}

export function malformed(problem: string): JsonError {
  return { code: "malformed-json", problem, detail: problem };
}
