import type { Registry } from "../ground/registry/registry.js";
import { type KnownComparisons, NameComparisons } from "../ground/text/match-names.js";

/** A candidate that is checked and fixed. */
export interface Subject {
  readonly candidate: unknown;
  readonly memo: Memo;
  /** The selectors of arrays that were too long: only their first items are checked. */
  readonly shortened: readonly string[];
  /**
   * The comparisons of its unknown names. All objects and records share them, and their bound, and
   * so does every trial of an offered fix.
   */
  readonly comparisons: NameComparisons;
}

/** A candidate, and everything else that a check may look at. */
export interface CheckSubject extends Subject {
  readonly registry: Registry;
}

export function makeSubject(
  candidate: unknown,
  memo = new Memo(),
  shortened: readonly string[] = [],
): Subject {
  const comparisons = new NameComparisons(memo.knownComparisons);
  return { candidate, memo, shortened, comparisons };
}

/**
 * Remembers the results that checks and fixes derive from values, for a candidate and its patched
 * forms.
 */
export class Memo {
  /** Comparisons of names, for all forms of the candidate. */
  readonly knownComparisons: KnownComparisons = new Map();
  readonly #derived = new Map<unknown, unknown>();

  /**
   * The result of `find`, called once for each question. The first part of a question is its name;
   * the others are all that the result depends on: strings, or objects, compared by identity. All
   * questions of one name must have the same length: otherwise one would be found inside another.
   */
  derive<T>(question: readonly unknown[], find: () => T): T {
    let known = this.#derived;
    for (let index = 0; index < question.length - 1; index++) {
      let below = known.get(question[index]) as Map<unknown, unknown> | undefined;
      if (below === undefined) {
        below = new Map();
        known.set(question[index], below);
      }
      known = below;
    }
    const last = question.at(-1);
    if (known.has(last)) return known.get(last) as T;
    const result = find();
    known.set(last, result);
    return result;
  }

  /**
   * The result of a function of a string; the function is part of the question. Looking at a string
   * takes up to 70 ns a character, and every trial of a fix has the same strings.
   */
  ofString<T>(text: string, derive: (text: string) => T): T {
    return this.derive([derive, text], () => derive(text));
  }
}
