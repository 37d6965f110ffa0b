import { closestOption, didYouMean } from "./did-you-mean.js";
import { fold, indexNames, MAX_NAME_LENGTH, singular, stem, wordsIn } from "./fold.js";
import { Meaning } from "./meaning.js";

/** The number of pairs of names that are compared letter by letter. With more, names hardly differ by slips. */
const MAX_COMPARED_PAIRS = 100;
/** With more unknown names, they are hardly made of the words of others. */
const MAX_COMPOSED_NAMES = 20;
const MAX_COMPOSED_LENGTH = 64;
/** Another spelling may be twice as long as the name, and have this many signs around it. */
const MAX_SIGNS = 16;

/** The words of a name and its aliases, in singular. */
export interface NameWords {
  readonly all: ReadonlySet<string>;
  /** The last word of each spelling, which says what the name is about. */
  readonly last: ReadonlySet<string>;
}

export function wordsOfName(spellings: readonly string[]): NameWords {
  const words = spellings.map((spelling) => wordsIn(spelling).map(stem));
  return { all: new Set(words.flat()), last: new Set(words.flatMap((own) => own.slice(-1))) };
}

/** What is known about the names that can be matched, besides the names themselves. */
export interface NameFacts {
  aliasesOf?(name: string): readonly string[];
  wordsOf?(name: string): NameWords | undefined;
}

/**
 * Matches unknown names with the absent names that were probably meant. No absent name is matched twice. Names with the
 * same folded form come first, then aliases, then plurals, then names made of the same words, and last, in their order,
 * names a slip away.
 */
export function matchNames(
  unknown: readonly string[],
  absent: readonly string[],
  { aliasesOf, wordsOf }: NameFacts = {},
): Map<string, Meaning> {
  const matches = new Map<string, Meaning>();
  if (unknown.length === 0 || absent.length === 0) return matches;
  const free = new Set(absent);
  const itself = (name: string) => [name];
  const maxLength = maxSpellingLength(absent, aliasesOf ?? itself);
  // Folded once: a name may be long, and is looked up in several ways.
  const words = unknown.flatMap((name) => (name.length > maxLength ? [] : [{ name, folded: fold(name) }]));
  const matchExact = (spellings: (name: string) => readonly string[], toKey = (folded: string) => folded) => {
    const short = (name: string) => spellings(name).filter(({ length }) => length <= MAX_NAME_LENGTH);
    const byKey = indexNames(free, (name) => short(name).map((spelling) => toKey(fold(spelling))));
    for (const { name, folded } of words) {
      const meant = byKey.get(toKey(folded));
      if (meant?.length !== 1 || matches.has(name)) continue;
      const [value] = meant as [string];
      if (free.delete(value)) matches.set(name, new Meaning(value, true));
    }
  };
  matchExact(itself);
  if (aliasesOf !== undefined) matchExact(aliasesOf);
  matchExact(itself, singular);
  if (aliasesOf !== undefined) matchExact(aliasesOf, singular);
  if (wordsOf !== undefined) matchComposed(unknown, free, matches, wordsOf);
  if ((unknown.length - matches.size) * free.size > MAX_COMPARED_PAIRS) return matches;
  for (const { name } of words) {
    if (matches.has(name)) continue;
    const meant = closestOption(name, free);
    if (meant === undefined || !free.delete(meant.value)) continue;
    matches.set(name, meant.unsureIf(beginsSeveral(name, absent)));
  }
  return matches;
}

/** A name that is the beginning of `bookId` may also mean `bookName`. */
function beginsSeveral(name: string, absent: readonly string[]): boolean {
  const start = fold(name);
  return absent.filter((one) => fold(one).startsWith(start)).length > 1;
}

/** The names without a match that could mean a matched name as well, each with that name. */
export function findRivals(
  unmatched: readonly string[],
  matched: ReadonlySet<string>,
  namesWithStem: (stem: string) => readonly string[],
  { wordsOf }: NameFacts = {},
): Map<string, string> {
  const rivals = new Map<string, string>();
  const areFew = unmatched.length * matched.size <= MAX_COMPARED_PAIRS;
  for (const name of matched.size === 0 ? [] : unmatched) {
    if (name.length > MAX_NAME_LENGTH) continue;
    const value =
      namesWithStem(stem(name)).find((known) => matched.has(known)) ??
      (areFew && wordsOf !== undefined ? composedNames(name, matched, wordsOf)[0] : undefined) ??
      (areFew ? didYouMean(name, matched) : undefined);
    if (value !== undefined) rivals.set(name, value);
  }
  return rivals;
}

/** The length that no other spelling of one of the names exceeds. */
function maxSpellingLength(names: readonly string[], spellings: (name: string) => readonly string[]): number {
  let longest = 0;
  for (const name of names)
    for (const spelling of [name, ...spellings(name)]) longest = Math.max(longest, spelling.length);
  return Math.min(MAX_NAME_LENGTH, 2 * longest + MAX_SIGNS);
}

function matchComposed(
  unknown: readonly string[],
  free: Set<string>,
  matches: Map<string, Meaning>,
  wordsOf: NonNullable<NameFacts["wordsOf"]>,
): void {
  if (unknown.length > MAX_COMPOSED_NAMES) return;
  for (const name of unknown) {
    if (matches.has(name)) continue;
    const [value, ...others] = composedNames(name, free, wordsOf);
    if (value !== undefined && others.length === 0 && free.delete(value)) matches.set(name, new Meaning(value, true));
  }
}

/** The names whose words a name is made of: `bookPages` of the words of `bookSheets` and its alias `pages`. */
function composedNames(name: string, names: Iterable<string>, wordsOf: NonNullable<NameFacts["wordsOf"]>): string[] {
  const words = name.length > MAX_COMPOSED_LENGTH ? [] : wordsIn(name).map(stem);
  if (words.length < 2) return [];
  return [...names].filter((one) => {
    const known = wordsOf(one);
    return known?.last.has(words.at(-1) as string) && words.every((word) => known.all.has(word));
  });
}
