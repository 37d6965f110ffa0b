import { jsonTextKeys, jsonValueKeys } from "./keys.js";
import { type Codes, codesOf, codesOfAscii, type JsonError } from "./position.js";
import { JsonScanner } from "./scanner.js";

export type StrictJson = { readonly value: unknown } | { readonly error: JsonError };

/**
 * Reads JSON that every reader understands in the same way, much like I-JSON (RFC 7493), or says why it is not. `bytes` are
 * those of the text in UTF-8, where they are at hand: an array of them is read faster than the string.
 */
export function parseStrictJson(text: string, bytes?: Uint8Array): StrictJson {
  const codes = () => (bytes !== undefined && bytes.length === text.length ? codesOfAscii(bytes) : codesOf(text));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return explainMalformed(text, codes());
  }
  // A repeated key is in the text but not in the value: the counts differ.
  if (jsonValueKeys(value) === jsonTextKeys(bytes ?? codesOf(text))) return { value };
  const scanned = new JsonScanner(text, "keys", codes()).scan();
  return "error" in scanned ? scanned : { value };
}

function explainMalformed(text: string, codes: Codes): StrictJson {
  if (text.startsWith("\uFEFF")) return malformed("The text starts with a byte order mark (RFC 8259 §8.1 forbids it).");
  if (/^[ \t\n\r]*$/.test(text)) return malformed("The text is empty.");
  const scanned = new JsonScanner(text, "syntax", codes).scan();
  if ("error" in scanned) return scanned;
  throw new Error("JSON.parse refuses a text in which the scanner finds no error");
}

export function malformed(detail: string): StrictJson {
  return { error: { code: "malformed-json", detail } };
}
