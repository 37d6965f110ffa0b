import { cacheByString } from "../ground/cache/bounded-map.js";
import { compileSteadyPattern } from "../ground/patterns/automaton.js";
import { findSlowness } from "../ground/patterns/find-slowness.js";
import { toUnicodePattern } from "../ground/patterns/pattern-parts.js";

/** Analysing a longer pattern may take seconds; it is matched in linear time anyway. */
const MAX_ANALYSED_LENGTH = 300;

/** A pattern that cannot be matched in bounded time. */
export class RefusedPattern extends Error {}

/** What AJV asks of a regular expression. */
type Matcher = Pick<RegExp, "test">;

/**
 * A matcher of a pattern that is quick on every string: the regular expression itself or, if some
 * strings make it slow, an automaton. Throws `RefusedPattern` if the pattern has neither.
 */
export const compilePattern: (pattern: string) => Matcher = cacheByString((written) => {
  const pattern = toUnicodePattern(written);
  if (pattern === undefined) throw new RefusedPattern("is not a regular expression");
  const isAnalysed = pattern.length <= MAX_ANALYSED_LENGTH;
  if (isAnalysed && findSlowness(pattern) === undefined) return new RegExp(pattern, "u");
  const test = compileSteadyPattern(pattern);
  if (test === undefined)
    throw new RefusedPattern("may be slow, because it looks around, refers to a group or is large");
  return { test, toString: () => `steady:${pattern}` };
});
