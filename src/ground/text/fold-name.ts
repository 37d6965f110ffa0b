import { cacheByString } from "../cache/bounded-map.js";

/** Longer strings are not names: they are never similar to another one. */
const MAX_NAME_LENGTH = 256;
/** Shorter words that end in "s" are rarely plurals. */
const MIN_PLURAL_LENGTH = 4;

/** The signs that folding removes anywhere in a word. */
const SIGNS =
  /[-_:\s"'`*\u2022\u2018\u2019\u201c\u201d\u00ab\u00bb\u00ad\u200b-\u200d\u2060\ufeff]/g;
/** A sign that folding removes at the end of a word. */
const END_SIGN = /(?<=\w)[.,;!]$/;

/** Kept, because thousands of names may be compared with each other. */
const foldCached = cacheByString(foldUnknown);

/**
 * The form by which words are compared: without case, separators, quotes, bullets, invisible
 * characters and a sign at the end. A string that is too long for a name is its own form.
 */
export function foldName(word: string): string {
  return isName(word) ? foldCached(word) : word;
}

/** Whether a string is short enough to be a name. */
export function isName({ length }: string): boolean {
  return length <= MAX_NAME_LENGTH;
}

function foldUnknown(word: string): string {
  return word
    .toLowerCase()
    .replace(/^\s*\d{1,2}[.)]\s+/, "")
    .replace(SIGNS, "")
    .replace(END_SIGN, "");
}

/** Like foldName(), without the ending of a plural. */
export function stem(word: string): string {
  return singular(foldName(word));
}

/** The singular of a folded word, by its ending alone. */
export function singular(folded: string): string {
  if (folded.length < MIN_PLURAL_LENGTH || !folded.endsWith("s") || folded.endsWith("ss"))
    return folded;
  return folded.endsWith("ies") ? `${folded.slice(0, -3)}y` : folded.slice(0, -1);
}

/** Whether two names have the same folded form. */
export function isSameName(one: string, other: string): boolean {
  return isName(one) && isName(other) && foldName(one) === foldName(other);
}

/** Finds the names with the same folded form as a given name. */
export function compileSpellings(names: Iterable<string>): (name: string) => readonly string[] {
  const byFold = indexNames(names, (name) => (isName(name) ? [foldName(name)] : []));
  return (name) => (isName(name) ? (byFold.get(foldName(name)) ?? []) : []);
}

/** Maps each key to the names that have it. */
export function indexNames(
  names: Iterable<string>,
  keysOf: (name: string) => readonly string[],
): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const name of names) {
    for (const key of keysOf(name)) {
      const known = index.get(key);
      if (known === undefined) index.set(key, [name]);
      else if (known.at(-1) !== name) known.push(name);
    }
  }
  return index;
}

export const WORD = /[A-Z]+(?![a-z])|[A-Z]?[\p{Ll}0-9]+/gu;

/** "myXMLParser v2" and "my_XML-parser, v2" are both my, XML, parser, v2. */
export function splitWords(phrase: string): string[] {
  return phrase.match(WORD) ?? [];
}
