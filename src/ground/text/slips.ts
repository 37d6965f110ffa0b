import { foldName, isName, singular, splitWords } from "./fold-name.js";

/** Names of at least this length may have two slips. */
const MIN_LONG_LENGTH = 8;

export interface Slips {
  /** The number of slips. */
  readonly edits: number;
  /** Whether every slip is a lost, doubled or swapped letter, which hardly makes another word. */
  readonly areCommon: boolean;
}

const NONE: Slips = { edits: 0, areCommon: true };

/** The slips that turn the word that was meant into the given one; undefined if there are too many. Both are folded. */
export function slipsBetween(word: string, meant: string): Slips | undefined {
  if (word === meant) return NONE;
  const most = meant.length < 3 ? 0 : meant.length < MIN_LONG_LENGTH ? 1 : 2;
  if (Math.abs(word.length - meant.length) > most) return undefined;
  // A slip changes at most two letters. Most pairs of words differ by more, which is quick to see.
  if (unsharedLetters(word, meant) > 2 * most) return undefined;
  return slipsFrom(word, meant, most);
}

/** The approximate number of letters that only one of two words has: some characters count as the same letter. */
export function unsharedLetters(one: string, other: string): number {
  let count = 0;
  for (let bits = letterBits(one) ^ letterBits(other); bits !== 0; bits &= bits - 1) count++;
  return count;
}

function letterBits(word: string): number {
  let bits = 0;
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) & 31);
  return bits;
}

/** Tries each kind of slip at the first difference after `from` in the word and `start` in the meant one. */
function slipsFrom(word: string, meant: string, most: number, from = 0, start = 0): Slips | undefined {
  let [index, to] = [from, start];
  while (index < word.length && word[index] === meant[to]) {
    index++;
    to++;
  }
  if (index === word.length && to === meant.length) return NONE;
  if (most === 0) return undefined;
  const [here, there] = [word[index], meant[to]];
  // Another digit makes another number, and is never a slip.
  const [isLetterHere, isLetterThere] = [isLetter(here), isLetter(there)];
  const areLetters = isLetterHere && isLetterThere;
  const found: Slips[] = [];
  const trySlip = (skipped: number, meantSkipped: number, isCommon: boolean) => {
    const further = slipsFrom(word, meant, most - 1, index + skipped, to + meantSkipped);
    if (further === undefined) return;
    const slips = { edits: further.edits + 1, areCommon: further.areCommon && isCommon };
    // Two changes that are not common slips make another word, such as "unrealistic".
    if (slips.edits > 1 && !slips.areCommon) return;
    found.push(slips);
  };
  if (areLetters && here === meant[to + 1] && word[index + 1] === there) trySlip(2, 2, true);
  if (isLetterThere) trySlip(0, 1, true);
  if (isLetterHere) trySlip(1, 0, here === meant[to - 1]);
  if (areLetters) trySlip(1, 1, false);
  // The fewest slips, and of these the first common ones.
  return found.sort((one, other) => one.edits - other.edits || Number(other.areCommon) - Number(one.areCommon))[0];
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && !(character >= "0" && character <= "9");
}

const VOWELS = /[aeiou]/g;
/** In a shorter word, one letter makes another word: `heightM` and `heightMm`, `to` and `two`. */
const MIN_MISSPELT_LENGTH = 4;

/**
 * Whether two names have the same words, except for plurals, a lost, doubled or swapped letter in long words, and another
 * vowel in very long ones. What often makes another word is no slip: another first or last letter (`employer`,
 * `employee`), letters before or after one (`inactive`, `blocked`, `opened`), two lost ones (`electric`, `electronic`).
 */
export function isSlipOf(key: string, name: string): boolean {
  if (!isName(key) || !isName(name)) return false;
  const [words, meant] = [plainWords(key), plainWords(name)];
  if (words.length === 0 || words.length !== meant.length) return false;
  return words.every((word, index) => isSlipInWord(word, meant[index] as string));
}

/** The folded words of a name. Empty if the name has other letters, or signs with a meaning, such as a percent sign. */
function plainWords(name: string): string[] {
  const words = splitWords(name);
  return words.join("") === name.replace(/[\s_.,:;()[\]"'`\u00b0/-]+/g, "") ? words.map(foldName) : [];
}

/** In shorter words, k for c makes another word, too: "skull", "franks". */
const MIN_LENGTH_WITH_K = 6;

/**
 * Whether a word has k for a hard c, as the same word has in German and Nordic languages: "realistik", "publik". Before
 * e, i and y it makes another word ("facing"), as a first letter ("cinematic") and in names of persons ("Markus"), too.
 */
export function isSpeltWithK(word: string, meant: string): boolean {
  const withK = (text: string) => text.replace(/(?<=.)c(?![ehiy])/g, "k");
  return meant.length >= MIN_LENGTH_WITH_K && word === word.toLowerCase() && withK(word) === withK(meant);
}

function isSlipInWord(word: string, meant: string): boolean {
  if (singular(word) === singular(meant) || isSpeltWithK(singular(word), singular(meant))) return true;
  if (word[0] !== meant[0] || Math.max(word.length, meant.length) < MIN_MISSPELT_LENGTH) return false;
  const slips = slipsBetween(word, meant);
  if (slips === undefined || slips.edits > 1) return false;
  // Another vowel: "discription".
  const isVowel = meant.length >= MIN_LONG_LENGTH && word.replace(VOWELS, "") === meant.replace(VOWELS, "");
  return slips.areCommon || (isVowel && word.length === meant.length && word.at(-1) === meant.at(-1));
}
