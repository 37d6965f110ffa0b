import { JSON_MAX_DEPTH } from "./json-max-depth.js";

const SPACE = 0x20;
const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
// One bit tells "[" from "{" and "]" from "}".
const BRACE_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** How many keys a JSON text has, repeated ones included: the colons outside strings. Undefined when nested too deep. */
export function jsonTextKeys(bytes: Buffer): number | undefined {
  const end = bytes.length;
  let keys = 0;
  let depth = 0;
  for (let i = 0; i < end; i++) {
    const byte = bytes[i] ?? 0;
    // Asked first: a quarter less time on an indented text.
    if (byte <= SPACE) continue;
    if (byte === QUOTE) {
      for (i++; i < end && bytes[i] !== QUOTE; i++) if (bytes[i] === BACKSLASH) i++;
    } else if (byte === COLON) keys++;
    else if ((byte | BRACE_BIT) === OPENING && ++depth > JSON_MAX_DEPTH) return undefined;
    else if ((byte | BRACE_BIT) === CLOSING) depth--;
  }
  return keys;
}
