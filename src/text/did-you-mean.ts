const MAX_NAME_LENGTH = 256;
const MAX_COMPARED = 100;
/** Another letter in a word of so many letters is a slip; in a shorter one it may make another word. */
const MIN_SURE_LENGTH = 5;
/** Names of so many letters may have two slips. */
const MIN_LONG_LENGTH = 8;
/** Shorter words that end in s are hardly plurals. */
const MIN_PLURAL_LENGTH = 4;

export interface Meant {
  readonly value: string;
  /** Whether nothing else can be meant. */
  readonly sure: boolean;
}

/** The option that was probably meant, for a hint. */
export function didYouMean(word: string, options: Iterable<string>): string | undefined {
  return meantBy(word, options)?.value;
}

/** The same as a question; where nothing is near, the other words. */
export function didYouMeanOr(otherwise: string, word: string, options: Iterable<string>): string {
  const meant = didYouMean(word, options);
  return meant === undefined ? otherwise : `did you mean "${meant}"?`;
}

/**
 * The option of a closed vocabulary that was probably meant: equal but for case, separators and quotes, or one slip
 * away (two in a long name). A lost, doubled or swapped letter is sure if nothing else is near; another or one more
 * letter is sure inside a longer word, and a guess at its start or where the author chose the names. Undefined if two
 * options are as near.
 */
export function meantBy(word: string, options: Iterable<string>, isClosed = true): Meant | undefined {
  if (word.length > MAX_NAME_LENGTH) return undefined;
  const folded = fold(word);
  let best: Meant | undefined;
  let [least, near] = [Number.POSITIVE_INFINITY, 0];
  for (const option of options) {
    if (option.length > MAX_NAME_LENGTH) continue;
    const slips = slipsBetween(folded, fold(option));
    if (slips === undefined) continue;
    if (slips.edits > 0) near++;
    if (slips.edits > least) continue;
    best =
      slips.edits === least
        ? undefined
        : { value: option, sure: slips.areCommon || (isClosed && slips.isSure && !isOther(word, option)) };
    least = slips.edits;
  }
  if (best === undefined || least === 0) return best;
  return { value: best.value, sure: best.sure && near === 1 };
}

const NEGATION = /^(?:un|in|im|non|anti)/i;

/** Whether one letter may make another word: `isActive` is not `inactive`, nor `maxXOffset` `maxYOffset`. */
function isOther(word: string, option: string): boolean {
  const words = wordsIn(word);
  if (words.length > wordsIn(option).length || words.some(({ length }) => length === 1)) return true;
  return NEGATION.exec(word)?.[0] !== NEGATION.exec(option)?.[0];
}

const PLAIN_NAME = /^[a-z][a-z0-9]*$/;
/** Signs that folding removes anywhere, and those that it removes at the end. */
const SIGNS = /[-_:\s"'`*\u2022\u2018\u2019\u201c\u201d\u00ab\u00bb\u00ad\u200b-\u200d\u2060\ufeff]/g;
/** Characters that nobody sees: soft hyphens, joiners, zero-width spaces and byte order marks. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const END_SIGN = /(?<=\w)[.,;!]$/;
const HAS_SIGNS = new RegExp(`${SIGNS.source}|${END_SIGN.source}`);

/** Letters of other alphabets that look like Latin ones, in pairs: nobody sees the difference. */
const LOOKALIKES = new Map(
  (
    "\u0430a\u0435e\u043eo\u0440p\u0441c\u0445x\u0443y\u0456i\u0458j\u0455s\u04bbh\u0501d\u051bq\u051dw\u0432b\u043dh\u043ak\u043cm\u0442t\u03bfo\u03b1a\u03bdv\u03c1p\u03b9i\u03bak\u0131i\u0261g".match(
      /../gu,
    ) ?? []
  ).map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
);
const NOT_ASCII = /[^\0-\x7f]/;
/** Full-width forms of ASCII, which input methods write. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/**
 * A word in Latin letters, without those that only look so and without characters that nobody sees. A word with a
 * letter that has no Latin twin is of another alphabet, and stays as it is.
 */
export function inLatin(word: string): string {
  if (!NOT_ASCII.test(word)) return word;
  const latin = [...word.replace(INVISIBLE, "").replace(FULL_WIDTH, narrow)]
    .map((letter) => {
      const twin = LOOKALIKES.get(letter.toLowerCase());
      return twin === undefined ? letter : letter === letter.toLowerCase() ? twin : twin.toUpperCase();
    })
    .join("");
  return NOT_ASCII.test(latin) ? word : latin;
}

function narrow(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) - 0xfee0);
}

/** Folded words; names are compared with each other by the thousand. */
const FOLDED = new Map<string, string>();
const MAX_FOLDED = 1000;

/**
 * The same for words that differ only in case, separators, colons, quotes, bullets, a full stop or comma at the end and
 * invisible characters.
 */
export function fold(word: string): string {
  if (word.length > MAX_NAME_LENGTH) return foldUnknown(word);
  const known = FOLDED.get(word);
  if (known !== undefined) return known;
  if (FOLDED.size === MAX_FOLDED) FOLDED.clear();
  const folded = foldUnknown(word);
  FOLDED.set(word, folded);
  return folded;
}

function foldUnknown(word: string): string {
  const lower = (word.length > MAX_NAME_LENGTH ? word : inLatin(word)).toLowerCase();
  // Most names are plain, or have no signs at least.
  if (PLAIN_NAME.test(lower) || !HAS_SIGNS.test(lower)) return lower;
  return lower
    .replace(/^\s*\d{1,2}[.)]\s+/, "")
    .replace(SIGNS, "")
    .replace(END_SIGN, "");
}

/** How a word looks but for case, separators and signs, and for a plural. */
export function stem(word: string): string {
  return singular(fold(word));
}

/** The singular of a folded word, as far as its ending tells. */
function singular(folded: string): string {
  if (folded.length < MIN_PLURAL_LENGTH || !folded.endsWith("s") || folded.endsWith("ss")) return folded;
  return folded.endsWith("ies") ? `${folded.slice(0, -3)}y` : folded.slice(0, -1);
}

interface Slips {
  readonly edits: number;
  /** Whether each is a lost, doubled or swapped letter, which makes no other word. */
  readonly areCommon: boolean;
  /** Whether the word of a closed vocabulary is certain: the same, or one other or further letter inside it. */
  readonly isSure: boolean;
}

const NONE: Slips = { edits: 0, areCommon: true, isSure: true };

/** The edit distance, by kinds of slips: how a word comes of another; undefined where it does not. */
function slipsBetween(word: string, meant: string): Slips | undefined {
  if (word === meant) return NONE;
  const most = meant.length < 3 ? 0 : meant.length < MIN_LONG_LENGTH ? 1 : 2;
  if (Math.abs(word.length - meant.length) > most) return undefined;
  // Most words have too little in common, which is seen at once. A slip changes two letters at most.
  if (unsharedLetters(word, meant) > 2 * most) return undefined;
  return slipsFrom(word, meant, most);
}

/** Options in the order of how many letters they share with a word. */
export function mostAlikeFirst(word: string, options: readonly string[]): string[] {
  const unshared = (option: string) => unsharedLetters(fold(word), fold(option));
  return options.toSorted((one, other) => unshared(one) - unshared(other));
}

/** How many letters only one of two words has; fewer where characters share a bit. */
function unsharedLetters(one: string, other: string): number {
  let count = 0;
  for (let bits = lettersOf(one) ^ lettersOf(other); bits !== 0; bits &= bits - 1) count++;
  return count;
}

function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

/** Tries each slip at the first letter that differs, from these letters on. */
function slipsFrom(word: string, meant: string, most: number, from = 0, start = 0): Slips | undefined {
  let [at, to] = [from, start];
  while (at < word.length && word[at] === meant[to]) {
    at++;
    to++;
  }
  if (at === word.length && to === meant.length) return NONE;
  if (most === 0) return undefined;
  const [here, there] = [word[at], meant[to]];
  // A number is another number, never a slip.
  const [isLetterHere, isLetterThere] = [isLetter(here), isLetter(there)];
  const rest = (skipped: number, meantSkipped: number) =>
    slipsFrom(word, meant, most - 1, at + skipped, to + meantSkipped);
  const areLetters = isLetterHere && isLetterThere;
  let best: Slips | undefined;
  if (areLetters && here === meant[to + 1] && word[at + 1] === there) best = better(best, rest(2, 2), true);
  if (isLetterThere) best = better(best, rest(0, 1), true);
  // Another letter in a short word, or at the start of any, often makes another word: "last", "amoral".
  const isInside = to > 0 && meant.length >= MIN_SURE_LENGTH && WORD_LETTER.test(here ?? "");
  if (isLetterHere) best = better(best, rest(1, 0), here === meant[to - 1], isInside);
  if (areLetters) best = better(best, rest(1, 1), false, isInside);
  return best;
}

/** The better of what was found so far and a slip with those after it. */
function better(
  best: Slips | undefined,
  further: Slips | undefined,
  isCommon: boolean,
  isInside = false,
): Slips | undefined {
  if (further === undefined) return best;
  const edits = further.edits + 1;
  const areCommon = further.areCommon && isCommon;
  const slips = { edits, areCommon, isSure: areCommon || (isInside && edits === 1) };
  // Two letters that are no slips make another word, such as "unrealistic".
  if (slips.edits > 1 && !slips.areCommon) return best;
  const isBetter =
    best === undefined || slips.edits < best.edits || (slips.edits === best.edits && slips.isSure && !best.isSure);
  return isBetter ? slips : best;
}

const WORD_LETTER = /\p{L}/u;

function isLetter(character: string | undefined): boolean {
  return character !== undefined && !(character >= "0" && character <= "9");
}

/**
 * Pairs unknown names with absent ones that they stand for; each absent name is claimed once. First those that differ
 * only in case, separators and quotes, or are listed as another name; then plurals for singulars; then those made of
 * the same words; then, in their order, those a slip away. Where there are too many for that they are no slips of the
 * hand, and comparing thousands of names costs seconds.
 */
export function claimMisspelt(
  unknown: readonly string[],
  absent: readonly string[],
  aliasesOf?: (name: string) => readonly string[],
  wordsOf?: (name: string) => NameWords | undefined,
): Map<string, Meant> {
  const claims = new Map<string, Meant>();
  if (unknown.length === 0 || absent.length === 0) return claims;
  const free = new Set(absent);
  const itself = (name: string) => [name];
  const longest = longestSpelling(absent, aliasesOf ?? itself);
  // Folded once: a name may be long, and is looked up in several ways.
  const words = unknown.flatMap((name) => (name.length > longest ? [] : [{ name, folded: fold(name) }]));
  const claimAll = (spellings: (name: string) => readonly string[], look = (folded: string) => folded) => {
    const short = (name: string) => spellings(name).filter(({ length }) => length <= MAX_NAME_LENGTH);
    const meanings = namesBy(free, (name) => short(name).map((spelling) => look(fold(spelling))));
    for (const { name, folded } of words) {
      const meant = meanings.get(look(folded));
      if (meant?.length !== 1 || claims.has(name)) continue;
      const [value] = meant as [string];
      if (free.delete(value)) claims.set(name, { value, sure: true });
    }
  };
  claimAll(itself);
  if (aliasesOf !== undefined) claimAll(aliasesOf);
  claimAll(itself, singular);
  if (aliasesOf !== undefined) claimAll(aliasesOf, singular);
  if (wordsOf !== undefined) claimComposed(unknown, free, claims, wordsOf);
  if ((unknown.length - claims.size) * free.size > MAX_COMPARED) return claims;
  for (const { name } of words) {
    if (claims.has(name)) continue;
    const meant = meantBy(name, free);
    if (meant === undefined || !free.delete(meant.value)) continue;
    claims.set(name, { value: meant.value, sure: meant.sure && !beginsSeveral(name, absent) });
  }
  return claims;
}

/** A name that is the beginning of `bookId` may as well mean `bookName`. */
function beginsSeveral(name: string, absent: readonly string[]): boolean {
  const start = fold(name);
  return absent.filter((one) => fold(one).startsWith(start)).length > 1;
}

/**
 * Pairs names that claim nothing with a claimed name that they could stand for as well. `named` gives the names that
 * have a stem.
 */
export function rivalsOf(
  unclaimed: readonly string[],
  claimed: ReadonlySet<string>,
  named: (stem: string) => readonly string[],
  wordsOf?: (name: string) => NameWords | undefined,
): Map<string, string> {
  const rivals = new Map<string, string>();
  const areFew = unclaimed.length * claimed.size <= MAX_COMPARED;
  for (const name of claimed.size === 0 ? [] : unclaimed) {
    if (name.length > MAX_NAME_LENGTH) continue;
    const value =
      named(stem(name)).find((one) => claimed.has(one)) ??
      (areFew && wordsOf !== undefined ? composedNames(name, claimed, wordsOf)[0] : undefined) ??
      (areFew ? didYouMean(name, claimed) : undefined);
    if (value !== undefined) rivals.set(name, value);
  }
  return rivals;
}

/** Another spelling may be twice as long as a name, or have so many quotes and signs around it. */
const MAX_SIGNS = 16;

/** How long another spelling of one of the names can be. */
function longestSpelling(names: readonly string[], spellings: (name: string) => readonly string[]): number {
  let longest = 0;
  for (const name of names)
    for (const spelling of [name, ...spellings(name)]) longest = Math.max(longest, spelling.length);
  return Math.min(MAX_NAME_LENGTH, 2 * longest + MAX_SIGNS);
}

/** The words of a name and its aliases, in singular. */
export interface NameWords {
  readonly all: ReadonlySet<string>;
  /** The last words, which say what it is. */
  readonly last: ReadonlySet<string>;
}

export function wordsOfName(spellings: readonly string[]): NameWords {
  const words = spellings.map((spelling) => wordsIn(spelling).map(stem));
  return { all: new Set(words.flat()), last: new Set(words.flatMap((own) => own.slice(-1))) };
}

/** `bookPages` is made of the words of `bookSheets` and its alias `pages`. */
function claimComposed(
  unknown: readonly string[],
  free: Set<string>,
  claims: Map<string, Meant>,
  wordsOf: (name: string) => NameWords | undefined,
): void {
  if (unknown.length > MAX_COMPOSED) return;
  for (const name of unknown) {
    if (claims.has(name)) continue;
    const [value, ...others] = composedNames(name, free, wordsOf);
    if (value !== undefined && others.length === 0 && free.delete(value)) claims.set(name, { value, sure: true });
  }
}

function composedNames(
  name: string,
  names: Iterable<string>,
  wordsOf: (name: string) => NameWords | undefined,
): string[] {
  const words = name.length > MAX_PHRASE_LENGTH ? [] : wordsIn(name).map(stem);
  if (words.length < 2) return [];
  return [...names].filter((one) => {
    const known = wordsOf(one);
    return known?.last.has(words.at(-1) as string) && words.every((word) => known.all.has(word));
  });
}

/** More unknown names are not made of other words. */
const MAX_COMPOSED = 20;

/** Different names by how they or their aliases look. */
export function namesBy(names: Iterable<string>, looksOf: (name: string) => readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const name of names) {
    for (const look of looksOf(name)) {
      const known = found.get(look);
      if (known === undefined) found.set(look, [name]);
      else if (known.at(-1) !== name) known.push(name);
    }
  }
  return found;
}

/** Whether two names differ only in case, separators and quotes. */
export function isSameName(one: string, other: string): boolean {
  return one.length <= MAX_NAME_LENGTH && other.length <= MAX_NAME_LENGTH && fold(one) === fold(other);
}

/** Words of fewer letters are other words when one letter differs: `heightM` and `heightMm`, `to` and `two`. */
const MIN_MISSPELT_LENGTH = 4;

/**
 * Whether two names have the same words, but for plurals and slips in the longer ones. What stands before or after a
 * word makes another one (`active` and `inactive`, `typical` and `atypical`, `open` and `opened`), and so does another
 * letter at its ends (`employer` and `employee`).
 */
export function isSlipOf(key: string, name: string): boolean {
  if (key.length > MAX_NAME_LENGTH || name.length > MAX_NAME_LENGTH) return false;
  const [words, meant] = [plainWords(key), plainWords(name)];
  if (words.length === 0) return false;
  if (words.length === meant.length) return words.every((word, at) => isSlipInWord(word, meant[at] as string));
  // Where words run together, as in `ageonths`, one of them is misspelt.
  const whole = words.join("");
  return meant.some((word, at) => {
    const [before, after] = [meant.slice(0, at).join(""), meant.slice(at + 1).join("")];
    const isAround = whole.startsWith(before) && whole.endsWith(after) && whole.length > before.length + after.length;
    return isAround && isSlipInWord(whole.slice(before.length, whole.length - after.length), word);
  });
}

/** Empty for a name with other letters, or with a sign that carries meaning, such as a percent sign. */
function plainWords(name: string): string[] {
  const words = wordsIn(name);
  return words.join("") === name.replace(/[\s_.,:;()[\]"'`\u00b0/-]+/g, "") ? words.map(fold) : [];
}

function isSlipInWord(word: string, meant: string): boolean {
  if (singular(word) === singular(meant)) return true;
  const [shorter, longer] = word.length < meant.length ? [word, meant] : [meant, word];
  if (longer.length < MIN_MISSPELT_LENGTH) return false;
  const isPart = longer.endsWith(shorter) || longer.startsWith(shorter);
  if (isPart && (longer.length > shorter.length + 1 || longer === `a${shorter}`)) return false;
  const slips = slipsBetween(word, meant);
  return slips !== undefined && (slips.areCommon || (word[0] === meant[0] && word.at(-1) === meant.at(-1)));
}

/** Finds names that differ from a given one only in case, separators and quotes. */
export function spellingsAmong(names: Iterable<string>): (name: string) => readonly string[] {
  const byFold = namesBy(names, (name) => (name.length > MAX_NAME_LENGTH ? [] : [fold(name)]));
  return (name) => (name.length > MAX_NAME_LENGTH ? [] : (byFold.get(fold(name)) ?? []));
}

/** A longer text names nothing. */
const MAX_PHRASE_LENGTH = 64;
/** Fewer letters that two words begin with are there by chance. */
const MIN_SHARED_START = 3;

/**
 * The options of a closed vocabulary that a word or phrase may be about: those among its words ("fast mode"), else
 * those that begin like it ("real" for "realistic", "faster" for "fast"). Guesses, for an author to choose from.
 */
export function guessesFor(phrase: string, options: readonly string[]): string[] {
  if (phrase.length > MAX_PHRASE_LENGTH) return [];
  const words = new Set(wordsIn(phrase).map(fold));
  const folded = options.map(fold);
  const named = options.filter((_, at) => words.has(folded[at] as string));
  const whole = fold(phrase);
  return named.length > 0 ? named : options.filter((_, at) => beginAlike(whole, folded[at] as string));
}

/** The words of a phrase or of a name in camelCase. */
export function wordsIn(phrase: string): string[] {
  return phrase.match(/[A-Z]+(?![a-z])|[A-Z]?[\p{Ll}0-9]+/gu) ?? [];
}

function beginAlike(word: string, option: string): boolean {
  let same = 0;
  while (same < word.length && word[same] === option[same]) same++;
  if (same < MIN_SHARED_START) return false;
  return (
    same === word.length || same === option.length || same >= Math.max(word.length, option.length) * MIN_SHARED_PART
  );
}

const MIN_SHARED_PART = 0.6;
