import { types } from "node:util";
import { UnreadableFile } from "../files/bounded-file.js";
import { RegistryFormatError } from "./read-ids.js";

/** Messages of other programs can be long. */
const MAX_LENGTH = 300;

/** Why a file or a registry could not be read, by the innermost error: fetch itself only says "fetch failed". */
export function describeFailure(error: unknown): string {
  return innermostMessage(error).slice(0, MAX_LENGTH);
}

/** The failure for everyone, without paths, addresses of this network, and content that was read. */
export function shownFailure(error: unknown): string {
  if (error instanceof UnreadableFile) return `the file ${error.reason}`;
  if (error instanceof RegistryFormatError) return innermostMessage(error);
  return "it cannot be loaded; the log says why";
}

function innermostMessage(error: unknown): string {
  if (error instanceof RegistryFormatError) return `${error.pointer || "the document"} ${error.message}`;
  if (!types.isNativeError(error)) return String(error);
  if (error.cause !== undefined) return innermostMessage(error.cause);
  // The message of JSON.parse quotes its input.
  if (error instanceof SyntaxError) return "is not valid JSON";
  // A connection refused on both IPv4 and IPv6 is an AggregateError with a code but no message.
  return error.message || String(Reflect.get(error, "code"));
}
