import { jsonHasKeys, jsonValueKeys } from "./keys.js";
import { type Codes, codesOf, type JsonError } from "./position.js";
import { JsonScanner } from "./scanner.js";

/** Explaining an error takes a scan of its own, which not every caller needs or is willing to pay for. */
export type StrictJson = { readonly value: unknown } | { explain(): JsonError };

/**
 * Parses JSON that every parser reads in the same way, much like I-JSON (RFC 7493); otherwise explains the error.
 * `codes` are those of the text, if they are at hand.
 */
export function parseStrictJson(text: string, codes?: Codes): StrictJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { explain: () => explainMalformed(text, codes) };
  }
  // A repeated key is in the document but not in the value, so that the counts differ.
  return jsonHasKeys(text, jsonValueKeys(value)) ? { value } : { explain: () => findError(text, "keys", codes) };
}

function explainMalformed(text: string, codes: Codes | undefined): JsonError {
  if (text.startsWith("\uFEFF"))
    return malformed("The document starts with a byte order mark (RFC 8259 §8.1 forbids it).");
  if (/^[ \t\n\r]*$/.test(text)) return malformed("The document is empty.");
  return findError(text, "syntax", codes);
}

function findError(text: string, mode: "syntax" | "keys", codes = codesOf(text)): JsonError {
  const scanned = new JsonScanner(text, mode, codes).scan();
  if ("error" in scanned) return scanned.error;
  throw new Error("the scanner finds no error in a document that is not accepted");
}

export function malformed(detail: string): JsonError {
  return { code: "malformed-json", detail };
}
