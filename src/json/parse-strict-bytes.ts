import { isUtf8 } from "node:buffer";
import { malformed, parseStrictJson, type StrictJson } from "./parse-strict.js";

/** `parseStrictJson` for bytes, which must be UTF-8. A separate file, because a browser has no Buffer. */
export function parseStrictBytes(bytes: Buffer): StrictJson {
  if (!isUtf8(bytes)) return { explain: () => malformed("The document is not valid UTF-8 (RFC 8259 §8.1).") };
  return parseStrictJson(bytes.toString(), bytes);
}
