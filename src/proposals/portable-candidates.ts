import { isObject } from "../json/value.js";

/**
 * Candidates whose bytes have shown that every reader takes their strings and numbers as they are. The bytes are gone
 * when a candidate is checked, and a walk over its strings takes a third of a verdict.
 */
const PORTABLE = new WeakSet<object>();

/** Notes the candidate of a request body. */
export function notePortable(body: unknown): void {
  if (isObject(body) && isObject(body.candidate)) PORTABLE.add(body.candidate);
}

export function isKnownPortable(candidate: object): boolean {
  return PORTABLE.has(candidate);
}
