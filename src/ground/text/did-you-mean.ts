import { onlyItem } from "../json/value.js";
import { foldName, isName, splitWords, stem } from "./fold-name.js";
import { Meaning } from "./meaning.js";
import { isOpposite } from "./opposite.js";

/** The option that was probably meant, for a hint. */
export function didYouMean(word: string, options: Iterable<string>): string | undefined {
  return closestOption(word, options)?.value;
}

/** A word that is not known, and the known word that was probably meant. */
export interface Misspelling {
  readonly wrong: string;
  readonly right: string;
}

/** Undefined if no known word is near. */
export function findMisspelling(wrong: string, known: Iterable<string>): Misspelling | undefined {
  const right = didYouMean(wrong, known);
  return right === undefined ? undefined : { wrong, right };
}

/** A question about the known word that was probably meant, or `otherwise`. */
export function adviceOn(
  wrong: string,
  known: Iterable<string>,
  otherwise: string,
  toText = (word: string) => `"${word}"`,
): { advice: string; meant: Misspelling | undefined } {
  const meant = findMisspelling(wrong, known);
  return { advice: meant ? `did you mean ${toText(meant.right)}?` : otherwise, meant };
}

/** Names of at least this length may have two slips. */
const MIN_LONG_LENGTH = 8;
/** In a shorter value, one letter makes another word: "EU" and "DEU", "one" and "none". */
const MIN_MISSPELT_LENGTH = 6;

interface Slips {
  /** How many letters are lost, added, swapped or others. */
  readonly edits: number;
  /** At most one lost, doubled or swapped letter, which rarely makes another word. */
  readonly areCommon: boolean;
}

/** The slips between two folded words; undefined if there are too many. */
function slipsBetween(word: string, meant: string): Slips | undefined {
  if (word === meant) return { edits: 0, areCommon: true };
  const most = meant.length < 3 ? 0 : meant.length < MIN_LONG_LENGTH ? 1 : 2;
  // Most pairs differ by more letters, which is quick to see. Another digit makes another number.
  if (Math.abs(word.length - meant.length) > most || unsharedLetters(word, meant) > 2 * most)
    return undefined;
  if (word.replace(/\D+/g, "") !== meant.replace(/\D+/g, "")) return undefined;
  const edits = countEdits(word, meant);
  if (edits > most) return undefined;
  let from = 0;
  while (from < meant.length && meant[from] === word[from]) from++;
  const isSwapped =
    word.length === meant.length &&
    word[from] === meant[from + 1] &&
    word[from + 1] === meant[from];
  const isDoubled = word.length > meant.length && word[from] === meant[from - 1];
  return {
    edits,
    areCommon: edits === 1 && (word.length < meant.length || isSwapped || isDoubled),
  };
}

function countEdits(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        (last[column] as number) + 1,
        (next[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
        row > 1 && column > 1 && isSwap
          ? (before[column - 2] as number) + 1
          : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return last[other.length] as number;
}

const VOWELS = /[aeiou]/g;

/** About how many letters only one of two words has; some characters share a bit. */
function unsharedLetters(one: string, other: string): number {
  let count = 0;
  for (let bits = letterBits(one) ^ letterBits(other); bits !== 0; bits &= bits - 1) count++;
  return count;
}

function letterBits(word: string): number {
  let bits = 0;
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) & 31);
  return bits;
}

/**
 * Whether two names have the same words but for plurals and a common slip. Another first or last
 * letter often makes another word: `employer`, `employee`.
 */
export function isSlipOf(key: string, name: string): boolean {
  // A sign such as that of percent has a meaning.
  const hasSign = (text: string) =>
    splitWords(text).join("") !== text.replace(/[\s_.,:;()[\]"'`\u00b0/-]+/g, "");
  if (!isName(key) || !isName(name) || hasSign(key) || hasSign(name)) return false;
  const [words, meant] = [splitWords(key).map(foldName), splitWords(name).map(foldName)];
  return (
    words.length > 0 &&
    words.length === meant.length &&
    words.every((word, index) => isSlipOfWord(word, meant[index] as string))
  );
}

function isSlipOfWord(word: string, other: string): boolean {
  if (stem(word) === stem(other)) return true;
  if (word[0] !== other[0] || Math.max(word.length, other.length) < 4) return false;
  const slips = slipsBetween(word, other);
  // Another vowel in a long word: "discription".
  const isVowel =
    other.length >= MIN_LONG_LENGTH &&
    word.length === other.length &&
    word.at(-1) === other.at(-1) &&
    word.replace(VOWELS, "") === other.replace(VOWELS, "");
  return slips?.areCommon === true || (slips?.edits === 1 && isVowel);
}

/**
 * The only nearest option: with the same folded form, or one slip away (two in a long name). A slip
 * is certain if it rarely makes another word and no other option is near.
 */
export function closestOption(word: string, options: Iterable<string>): Meaning | undefined {
  return chooseClosest(nearOptions(word, options));
}

/** Like closestOption(), but only a guess if the word may say something else. */
export function closestValue(word: string, values: readonly string[]): Meaning | undefined {
  const closest = closestOption(word, values);
  return closest?.uncertainIf(
    /^\s*[-!~\u00ac]+\s*\w|\w\s+-\s*$/.test(word) || isOtherWord(word, closest.value),
  );
}

/** Unlikely to be a misspelling: short, a code, or other letters. */
function isOtherWord(word: string, value: string): boolean {
  const [written, form] = [foldName(word), foldName(value)];
  if (/^[b-df-hj-np-tv-z]{1,3}$/i.test(word))
    return word.toLowerCase() !== value.toLowerCase() || isOtherSymbol(word, value);
  if (/\d/.test(value)) return written !== form;
  if (stem(word) === stem(value)) return false;
  const isDoubled =
    [form.charAt(0) + form, form + form.at(-1)].includes(written) && !/(.)\1\1/.test(written);
  return (
    slipsBetween(written, form)?.areCommon !== true ||
    !(written.length === form.length || isDoubled || form.length >= MIN_MISSPELT_LENGTH)
  );
}

/** Whether case changes the unit: a megagram (Mg) is not a milligram (mg). */
function isOtherSymbol(word: string, value: string): boolean {
  return (
    word !== value &&
    (/^[a-z][A-Z]/.test(word) ||
      (value !== value.toUpperCase() && /^[mp]/i.test(word) && word[0] !== value[0]))
  );
}

/** An option that a word is near to. */
export interface NearOption {
  readonly option: string;
  readonly slips: Slips;
  /** Whether the slips are unlikely to have made another word. */
  readonly isCertain: boolean;
}

/** The options that are few slips away from a word. */
export function nearOptions(word: string, options: Iterable<string>): NearOption[] {
  if (!isName(word)) return [];
  const folded = foldName(word);
  const near: NearOption[] = [];
  for (const option of options) {
    const slips = isName(option) ? slipsBetween(folded, foldName(option)) : undefined;
    if (slips !== undefined && !isOpposite(word, option))
      near.push({ option, slips, isCertain: slips.edits === 0 || isSlipOf(word, option) });
  }
  return near;
}

/** Like closestOption(), among options that are known to be near. */
export function chooseClosest(options: readonly NearOption[]): Meaning | undefined {
  const least = Math.min(...options.map(({ slips }) => slips.edits));
  const best = onlyItem(options.filter(({ slips }) => slips.edits === least));
  if (best === undefined) return undefined;
  const isRivalled = least > 0 && options.filter(({ slips }) => slips.edits > 0).length > 1;
  return new Meaning(best.option, best.isCertain && !isRivalled);
}
