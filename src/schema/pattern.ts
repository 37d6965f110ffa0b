import { cacheByString } from "../ground/cache/bounded-map.js";
import { compileLinearMatcher } from "../ground/patterns/automaton.js";
import { findSlowness } from "../ground/patterns/find-slowness.js";
import { isRegExp, parsePattern, walkAst } from "../ground/patterns/pattern-parts.js";

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
  const test = compileLinearMatcher(pattern);
  if (test === undefined)
    throw new RefusedPattern("may be slow, because it looks around, refers to a group or is large");
  return { test, toString: () => `steady:${pattern}` };
});

/**
 * The pattern as one with the flag `u`. Without the flag, any character may be escaped, and a brace
 * or hyphen may have no meaning: such characters become `\u{…}`. Undefined if it is not a pattern
 * either way.
 */
function toUnicodePattern(pattern: string): string | undefined {
  if (isRegExp(pattern)) return pattern;
  try {
    let written = pattern;
    for (const node of [...walkAst(parsePattern(pattern, { unicode: false }))].reverse())
      if (node.type === "Character" && !/^[\w\s]$/.test(node.raw))
        written = `${written.slice(0, node.start)}\\u{${node.value.toString(16)}}${written.slice(node.end)}`;
    return isRegExp(written) ? written : undefined;
  } catch {
    return undefined;
  }
}
