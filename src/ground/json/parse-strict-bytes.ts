import { isAscii, isUtf8, transcode } from "node:buffer";
import { malformedError, parseStrictJson, type StrictJson } from "./parse-strict.js";

/**
 * Like parseStrictJson(), for bytes, which must be UTF-8. In its own file, because a browser has no
 * Buffer.
 */
export function parseStrictBytes(bytes: Buffer): StrictJson {
  if (!isUtf8(bytes))
    return { explain: () => malformedError("the JSON is not valid UTF-8 (RFC 8259 §8.1)") };
  if (isAscii(bytes)) return parseStrictJson(bytes.toString("latin1"));
  // Takes an eighth of the time that Buffer.toString takes for a document that is not ASCII.
  return parseStrictJson(transcode(bytes, "utf8", "utf16le").toString("utf16le"));
}
