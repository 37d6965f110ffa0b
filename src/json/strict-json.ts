import { isUtf8 } from "node:buffer";
import type { JsonFault } from "./fault.js";
import { jsonTextKeys, jsonValueKeys } from "./keys.js";
import { JsonScanner } from "./scanner.js";

export type StrictJson = { readonly value: unknown } | { readonly fault: JsonFault };

/** Reads JSON that every reader understands alike, much like I-JSON (RFC 7493), or tells why it is not. */
export function parseStrictJson(input: string | Buffer): StrictJson {
  const bytes = typeof input === "string" ? Buffer.from(input) : input;
  if (!isUtf8(bytes)) return malformed("The text is not valid UTF-8 (RFC 8259 §8.1).");
  const text = typeof input === "string" ? input : input.toString();
  const value = parseClean(bytes, text);
  return value === undefined ? parseDoubtful(text) : { value };
}

/** The value if nothing is wrong. A repeated key is in the text but not in the value, so that the counts differ. */
function parseClean(bytes: Buffer, text: string): unknown {
  const keys = jsonTextKeys(bytes);
  if (keys === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return jsonValueKeys(value) === keys ? value : undefined;
  } catch {
    return undefined;
  }
}

function parseDoubtful(text: string): StrictJson {
  if (text.startsWith("\uFEFF")) return malformed("The text starts with a byte order mark (RFC 8259 §8.1 forbids it).");
  if (/^[ \t\n\r]*$/.test(text)) return malformed("The text is empty.");
  const scanned = new JsonScanner(text).scan();
  return "fault" in scanned ? scanned : { value: JSON.parse(text) };
}

function malformed(detail: string): StrictJson {
  return { fault: { code: "malformed-json", detail } };
}
