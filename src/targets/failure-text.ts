import { types } from "node:util";
import { RegistryFormatError } from "./read-generator-ids.js";

/** Of a text that others have written. */
const LONGEST = 300;

/** Why a file or a registry could not be read, in the words of the innermost error: fetch itself only says "fetch failed". */
export function failureText(error: unknown): string {
  return innermost(error).slice(0, LONGEST);
}

function innermost(error: unknown): string {
  if (error instanceof RegistryFormatError) return `${error.pointer || "the document"} ${error.message}`;
  if (!types.isNativeError(error)) return String(error);
  if (error.cause !== undefined) return innermost(error.cause);
  // "ENOENT: no such file or directory, open '…'"
  const [, why, path = "the file"] = /^E[A-Z]+: ([^,]+), \w+(?: '(.*)')?$/.exec(error.message) ?? [];
  if (why !== undefined) return `${path} cannot be read: ${why}; check the path`;
  if (error instanceof SyntaxError) return `is not JSON: ${error.message}`;
  // Refused on IPv4 and IPv6 alike is an AggregateError with a code and no message.
  return error.message || String(Reflect.get(error, "code"));
}
