import { jsonTextKeys, jsonValueKeys } from "./keys.js";
import { type Codes, codesOf, codesOfAscii, type JsonError } from "./position.js";
import { JsonScanner } from "./scanner.js";

export type StrictJson = { readonly value: unknown } | { readonly error: JsonError };

/**
 * Parses JSON that every parser reads in the same way, much like I-JSON (RFC 7493); otherwise explains the error.
 * `bytes` is the document in UTF-8, if available: reading the array is faster than reading the string.
 */
export function parseStrictJson(text: string, bytes?: Uint8Array): StrictJson {
  const codes = () => (bytes !== undefined && bytes.length === text.length ? codesOfAscii(bytes) : codesOf(text));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return explainMalformed(text, codes());
  }
  // A repeated key is in the document but not in the value, so that the counts differ.
  if (jsonValueKeys(value) === jsonTextKeys(bytes ?? codesOf(text))) return { value };
  const scanned = new JsonScanner(text, "keys", codes()).scan();
  return "error" in scanned ? scanned : { value };
}

function explainMalformed(text: string, codes: Codes): StrictJson {
  if (text.startsWith("\uFEFF"))
    return malformed("The document starts with a byte order mark (RFC 8259 §8.1 forbids it).");
  if (/^[ \t\n\r]*$/.test(text)) return malformed("The document is empty.");
  const scanned = new JsonScanner(text, "syntax", codes).scan();
  if ("error" in scanned) return scanned;
  throw new Error("JSON.parse rejects a document in which the scanner finds no error");
}

export function malformed(detail: string): StrictJson {
  return { error: { code: "malformed-json", detail } };
}
