import type { CodeUnits } from "./codes.js";
import { jsonMaxKeys, jsonValueKeys } from "./keys.js";
import type { JsonError } from "./position.js";
import { scanJson } from "./scanner.js";

/** Explaining an error takes a scan of its own, which not every caller needs or is willing to pay for. */
export type StrictJson = { readonly value: unknown } | { explain(): JsonError };

/**
 * Parses JSON that every parser reads in the same way, much like I-JSON (RFC 7493); otherwise explains the error.
 * `units` are those of the text, if they are at hand.
 */
export function parseStrictJson(text: string, units?: CodeUnits): StrictJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { explain: () => explainMalformed(text, units) };
  }
  const keys = jsonValueKeys(value);
  // A repeated key is in the document but not in the value, so that the counts differ.
  if (jsonMaxKeys(text) === keys) return { value };
  if (Number.isNaN(keys)) return { explain: () => findError(text, "keys", units) };
  // The document has a repeated key, or a string with a colon that looks like one after a key.
  const scanned = scanJson(text, "keys", units);
  return "error" in scanned ? { explain: () => scanned.error } : { value };
}

function explainMalformed(text: string, units: CodeUnits | undefined): JsonError {
  if (text.startsWith("\uFEFF"))
    return malformed("The document starts with a byte order mark (RFC 8259 §8.1 forbids it).");
  const error = findError(text, "syntax", units);
  const isEmpty = error.position?.offset === text.length && text.trimStart() === "";
  return isEmpty ? malformed("The document is empty.") : error;
}

function findError(text: string, mode: "syntax" | "keys", units: CodeUnits | undefined): JsonError {
  const scanned = scanJson(text, mode, units);
  if ("error" in scanned) return scanned.error;
  throw new Error("the scanner finds no error in a document that is not accepted");
}

export function malformed(detail: string): JsonError {
  return { code: "malformed-json", detail };
}
