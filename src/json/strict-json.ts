import { isUtf8 } from "node:buffer";
import { type Codes, codesOf, codesOfAscii, type JsonFault } from "./fault.js";
import { jsonTextKeys, jsonValueKeys } from "./keys.js";
import { JsonScanner } from "./scanner.js";

export type StrictJson = { readonly value: unknown } | { readonly fault: JsonFault };

/** Reads JSON that every reader understands in the same way, much like I-JSON (RFC 7493), or says why it is not. */
export function parseStrictJson(input: string | Buffer): StrictJson {
  const bytes = typeof input === "string" ? Buffer.from(input) : input;
  if (!isUtf8(bytes)) return malformed("The text is not valid UTF-8 (RFC 8259 §8.1).");
  const text = typeof input === "string" ? input : input.toString();
  const codes = () => (text.length === bytes.length ? codesOfAscii(bytes) : codesOf(text));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return explainMalformed(text, codes());
  }
  // A repeated key is in the text but not in the value: the counts differ.
  if (jsonValueKeys(value) === jsonTextKeys(bytes)) return { value };
  const scanned = new JsonScanner(text, "keys", codes()).scan();
  return "fault" in scanned ? scanned : { value };
}

function explainMalformed(text: string, codes: Codes): StrictJson {
  if (text.startsWith("\uFEFF")) return malformed("The text starts with a byte order mark (RFC 8259 §8.1 forbids it).");
  if (/^[ \t\n\r]*$/.test(text)) return malformed("The text is empty.");
  const scanned = new JsonScanner(text, "syntax", codes).scan();
  if ("fault" in scanned) return scanned;
  throw new Error("JSON.parse refuses a text in which the scanner finds no error");
}

function malformed(detail: string): StrictJson {
  return { fault: { code: "malformed-json", detail } };
}
