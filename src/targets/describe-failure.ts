import { types } from "node:util";
import { RegistryFormatError } from "./read-generator-ids.js";

/** Messages written by others can be long. */
const MAX_LENGTH = 300;

/** Why a file or a registry could not be read. Uses the innermost error: fetch itself only says "fetch failed". */
export function describeFailure(error: unknown): string {
  return innermostMessage(error).slice(0, MAX_LENGTH);
}

function innermostMessage(error: unknown): string {
  if (error instanceof RegistryFormatError) return `${error.pointer || "the document"} ${error.message}`;
  if (!types.isNativeError(error)) return String(error);
  if (error.cause !== undefined) return innermostMessage(error.cause);
  // "ENOENT: no such file or directory, open '…'"
  const [, reason, path = "the file"] = /^E[A-Z]+: ([^,]+), \w+(?: '(.*)')?$/.exec(error.message) ?? [];
  if (reason !== undefined) return `${path} cannot be read: ${reason}; check the path`;
  if (error instanceof SyntaxError) return `is not valid JSON: ${error.message}`;
  // A connection refused on both IPv4 and IPv6 is an AggregateError with a code but no message.
  return error.message || String(Reflect.get(error, "code"));
}
