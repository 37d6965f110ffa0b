import { cacheByString } from "../cache/bounded-map.js";

/** Longer strings are not names: they are never similar to another one. */
const MAX_NAME_LENGTH = 256;
/** Shorter words that end in "s" are hardly plurals. */
const MIN_PLURAL_LENGTH = 4;

/** The signs that folding removes anywhere in a word. */
const SIGNS = /[-_:\s"'`*\u2022\u2018\u2019\u201c\u201d\u00ab\u00bb\u00ad\u200b-\u200d\u2060\ufeff]/g;
/** Invisible characters: soft hyphens, joiners, zero-width spaces and byte order marks. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
/** A sign that folding removes at the end of a word. */
const END_SIGN = /(?<=\w)[.,;!]$/;

/** Letters of other alphabets, each followed by the Latin letter that looks the same. */
const LOOKALIKES = new Map(
  (
    "\u0430a\u0435e\u043eo\u0440p\u0441c\u0445x\u0443y\u0456i\u0458j\u0455s\u04bbh\u0501d\u051bq\u051dw\u0432b\u043dh\u043ak\u043cm\u0442t\u03bfo\u03b1a\u03bdv\u03c1p\u03b9i\u03bak\u0131i\u0261g".match(
      /../gu,
    ) ?? []
  ).map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
);
const NOT_ASCII = /[^\0-\x7f]/;
/** Full-width forms of ASCII characters, which input methods write. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/**
 * Replaces letters of other alphabets by the Latin letters that look the same, and drops invisible characters. A word
 * with a letter that has no Latin lookalike is returned as it is.
 */
export function inLatin(word: string): string {
  if (!NOT_ASCII.test(word)) return word;
  const latin = [...word.replace(INVISIBLE, "").replace(FULL_WIDTH, toHalfWidth)]
    .map((letter) => {
      const lookalike = LOOKALIKES.get(letter.toLowerCase());
      if (lookalike === undefined) return letter;
      return letter === letter.toLowerCase() ? lookalike : lookalike.toUpperCase();
    })
    .join("");
  return NOT_ASCII.test(latin) ? word : latin;
}

/** Whether a word is of another alphabet: all its letters are, and a few of them may look like Latin ones by chance. */
export function isOtherAlphabet(word: string): boolean {
  return /\p{L}/u.test(word) && !/[A-Za-z]/.test(word.replace(FULL_WIDTH, toHalfWidth));
}

function toHalfWidth(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) - 0xfee0);
}

/** Folded words are kept, because thousands of names may be compared with each other. */
const foldCached = cacheByString(foldUnknown);

/**
 * The form by which words are compared. Words have the same form if they differ only in case, separators, quotes,
 * bullets, invisible characters, or a sign such as a full stop at the end. A longer string than a name is its own form:
 * folding a key of 60,000 characters for each name would take longer than everything else.
 */
export function foldName(word: string): string {
  return isName(word) ? foldCached(word) : word;
}

/** Whether a string is short enough to be a name. */
export function isName({ length }: string): boolean {
  return length <= MAX_NAME_LENGTH;
}

function foldUnknown(word: string): string {
  return inLatin(word)
    .toLowerCase()
    .replace(/^\s*\d{1,2}[.)]\s+/, "")
    .replace(SIGNS, "")
    .replace(END_SIGN, "");
}

/** Like foldName(), but the singular and the plural of a word also have the same form. */
export function stem(word: string): string {
  return singular(foldName(word));
}

/** The singular of a folded word, by its ending alone. */
export function singular(folded: string): string {
  if (folded.length < MIN_PLURAL_LENGTH || !folded.endsWith("s") || folded.endsWith("ss")) return folded;
  return folded.endsWith("ies") ? `${folded.slice(0, -3)}y` : folded.slice(0, -1);
}

/** Whether two names have the same folded form. */
export function isSameName(one: string, other: string): boolean {
  return isName(one) && isName(other) && foldName(one) === foldName(other);
}

/** Returns a function that finds the names with the same folded form as a given name. */
export function compileSpellings(names: Iterable<string>): (name: string) => readonly string[] {
  const byFold = indexNames(names, (name) => (isName(name) ? [foldName(name)] : []));
  return (name) => (isName(name) ? (byFold.get(foldName(name)) ?? []) : []);
}

/** Maps each key to the names that have it. A name may have several keys, such as its folded aliases. */
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

/** The words of a phrase or of a name: "myXMLParser v2" and "my_XML-parser, v2" are both my, XML, parser, v2. */
export function splitWords(phrase: string): string[] {
  return phrase.match(WORD) ?? [];
}
