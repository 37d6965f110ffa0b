import { types } from "node:util";

/** Messages of other programs can be long. */
const MAX_REASON_LENGTH = 300;

/** Why something could not be loaded, by the innermost error: fetch itself only says "fetch failed". */
export function describeFailure(error: unknown): string {
  if (!types.isNativeError(error)) return String(error).slice(0, MAX_REASON_LENGTH);
  if (error.cause !== undefined) return describeFailure(error.cause);
  // A connection refused on both IPv4 and IPv6 is an AggregateError with a code but no message.
  return (error.message || String(Reflect.get(error, "code"))).slice(0, MAX_REASON_LENGTH);
}
