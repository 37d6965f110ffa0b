import { closestOption, didYouMean } from "./did-you-mean.js";
import { foldName, indexNames, MAX_NAME_LENGTH, stem, wordsIn } from "./fold-name.js";
import { Meaning } from "./meaning.js";

/**
 * The number of names, values or pairs of them that are compared in other ways than by their folded forms. Where there
 * are more, they hardly differ by slips, and comparing them takes long.
 */
export const MAX_COMPARED = 200;

/** The words of a name and its aliases, in singular. */
interface NameWords {
  readonly all: ReadonlySet<string>;
  /** The last word of each spelling, which says what the name is about. */
  readonly last: ReadonlySet<string>;
}

export function wordsOfName(spellings: readonly string[]): NameWords {
  const words = spellings.map((spelling) => wordsIn(spelling).map(stem));
  return { all: new Set(words.flat()), last: new Set(words.flatMap((own) => own.slice(-1))) };
}

/** What is known about the names that can be matched, besides the names themselves. */
export interface NameDetails {
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
  { aliasesOf = () => [], wordsOf }: NameDetails = {},
): Map<string, Meaning> {
  const matches = new Map<string, Meaning>();
  const free = new Set(absent);
  const names = unknown.filter(isName);
  const matchOnly = (name: string, [value, ...others]: readonly string[] = []) => {
    if (value === undefined || others.length > 0 || matches.has(name) || !free.delete(value)) return;
    matches.set(name, new Meaning(value, true));
  };
  for (const toKey of [foldName, stem])
    for (const spellings of [(name: string) => [name], aliasesOf]) {
      const byKey = indexNames(free, (name) => spellings(name).filter(isName).map(toKey));
      for (const name of names) matchOnly(name, byKey.get(toKey(name)));
    }
  if ((unknown.length - matches.size) * free.size > MAX_COMPARED) return matches;
  for (const name of names) matchOnly(name, composedNames(name, free, wordsOf));
  for (const name of names) {
    if (matches.has(name)) continue;
    const meant = closestOption(name, free);
    if (meant === undefined || !free.delete(meant.value)) continue;
    matches.set(name, meant.uncertainIf(beginsSeveral(name, absent)));
  }
  return matches;
}

/** Whether a string is short enough to be a name. */
function isName({ length }: string): boolean {
  return length <= MAX_NAME_LENGTH;
}

/** A name that is the beginning of `bookId` may also mean `bookName`. */
function beginsSeveral(name: string, absent: readonly string[]): boolean {
  const start = foldName(name);
  return absent.filter((one) => foldName(one).startsWith(start)).length > 1;
}

/** The names without a match that could mean a matched name as well, each with that name. */
export function findRivals(
  unmatched: readonly string[],
  matched: ReadonlySet<string>,
  { aliasesOf = () => [], wordsOf }: NameDetails = {},
): Map<string, string> {
  const rivals = new Map<string, string>();
  const byStem = indexNames(matched, (name) => [name, ...aliasesOf(name)].map(stem));
  const areFew = unmatched.length * matched.size <= MAX_COMPARED;
  for (const name of unmatched.filter(isName)) {
    const [value] = byStem.get(stem(name)) ?? (areFew ? composedNames(name, matched, wordsOf) : []);
    const meant = value ?? (areFew ? didYouMean(name, matched) : undefined);
    if (meant !== undefined) rivals.set(name, meant);
  }
  return rivals;
}

/** The names whose words a name is made of: `bookPages` of the words of `bookSheets` and its alias `pages`. */
function composedNames(name: string, names: Iterable<string>, wordsOf: NameDetails["wordsOf"]): string[] {
  const words = wordsIn(name).map(stem);
  if (words.length < 2) return [];
  return [...names].filter((one) => {
    const known = wordsOf?.(one);
    return known?.last.has(words.at(-1) as string) && words.every((word) => known.all.has(word));
  });
}
