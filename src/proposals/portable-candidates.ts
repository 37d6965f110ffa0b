import { isObject } from "../json/value.js";

/**
 * Candidates that are known to be portable from the bytes of their request. The bytes are gone when a candidate is
 * checked, and a walk over its strings would take a third of the time of a verdict.
 */
const PORTABLE = new WeakSet<object>();

/** Notes that the candidate of a request body is portable. */
export function notePortable(body: unknown): void {
  if (isObject(body) && isObject(body.candidate)) PORTABLE.add(body.candidate);
}

export function isKnownPortable(candidate: object): boolean {
  return PORTABLE.has(candidate);
}
