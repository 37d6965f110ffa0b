import { isUtf8 } from "node:buffer";
import { malformed, parseStrictJson, type StrictJson } from "./parse-strict.js";

/** The same for bytes, which must be UTF-8. Apart, because a browser has no Buffer. */
export function parseStrictBytes(bytes: Buffer): StrictJson {
  if (!isUtf8(bytes)) return malformed("The text is not valid UTF-8 (RFC 8259 §8.1).");
  return parseStrictJson(bytes.toString(), bytes);
}
