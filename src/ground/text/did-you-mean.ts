import { foldName, isName, splitWords, stem } from "./fold-name.js";
import { Meaning } from "./meaning.js";
import { isOpposite } from "./opposite.js";

/** The option that was probably meant, for a hint; undefined if no option is near. */
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

/**
 * Advice about a word that is not known: a question about the known word that was probably meant,
 * or `otherwise`.
 */
export function adviceOn(
  wrong: string,
  known: Iterable<string>,
  otherwise: string,
  toText = (word: string) => `"${word}"`,
): { advice: string; meant: Misspelling | undefined } {
  const meant = findMisspelling(wrong, known);
  return {
    advice: meant === undefined ? otherwise : `did you mean ${toText(meant.right)}?`,
    meant,
  };
}

/** Names of at least this length may have two slips. */
const MIN_LONG_LENGTH = 8;
/**
 * In a shorter value, one letter makes another word: "EU" and "DEU", "one" and "none", "sock" and
 * "stock".
 */
const MIN_MISSPELT_LENGTH = 6;

export interface Slips {
  /** The number of letters that are lost, added, swapped with the next one, or others. */
  readonly edits: number;
  /**
   * Whether there is none, or one lost, doubled or swapped letter, which hardly makes another word.
   */
  readonly areCommon: boolean;
}

/**
 * The slips that turn the word that was meant into the given one; undefined if there are too many.
 * Both are folded.
 */
export function slipsBetween(word: string, meant: string): Slips | undefined {
  if (word === meant) return { edits: 0, areCommon: true };
  const most = meant.length < 3 ? 0 : meant.length < MIN_LONG_LENGTH ? 1 : 2;
  // Most pairs of words differ by more letters, which is quick to see. Another digit makes another
  // number.
  if (Math.abs(word.length - meant.length) > most || unsharedLetters(word, meant) > 2 * most)
    return undefined;
  if (word.replace(/\D+/g, "") !== meant.replace(/\D+/g, "")) return undefined;
  const edits = countEdits(word, meant);
  if (edits > most) return undefined;
  const at = [...meant].findIndex((letter, index) => letter !== word[index]);
  const from = at === -1 ? meant.length : at;
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

/** The number of letters that are lost, added, changed, or swapped with the next one. */
function countEdits(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, index) => index),
  ];
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      const changed = (last[column - 1] as number) + (isSame ? 0 : 1);
      next[column] = Math.min(
        (last[column] as number) + 1,
        (next[column - 1] as number) + 1,
        changed,
        isSwap ? (before[column - 2] as number) + 1 : changed,
      );
    }
    [before, last] = [last, next];
  }
  return last[other.length] as number;
}

const VOWELS = /[aeiou]/g;

/**
 * The approximate number of letters that only one of two words has: some characters count as the
 * same letter.
 */
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

/**
 * Whether two names have the same words, except for plurals and a common slip in a word. Another
 * first or last letter often makes another word (`employer`, `employee`), and is none.
 */
export function isSlipOf(key: string, name: string): boolean {
  // A sign such as that of percent has a meaning.
  const hasSign = (text: string) =>
    splitWords(text).join("") !== text.replace(/[\s_.,:;()[\]"'`\u00b0/-]+/g, "");
  if (!isName(key) || !isName(name) || hasSign(key) || hasSign(name)) return false;
  const [words, meant] = [splitWords(key).map(foldName), splitWords(name).map(foldName)];
  const isSlip = (word: string, other: string) => {
    if (stem(word) === stem(other)) return true;
    if (word[0] !== other[0] || Math.max(word.length, other.length) < 4) return false;
    const slips = slipsBetween(word, other);
    // Another vowel in a long word: "discription".
    const isVowel =
      other.length >= MIN_LONG_LENGTH &&
      word.length === other.length &&
      word.replace(VOWELS, "") === other.replace(VOWELS, "");
    return (
      slips?.areCommon === true || (slips?.edits === 1 && isVowel && word.at(-1) === other.at(-1))
    );
  };
  return (
    words.length > 0 &&
    words.length === meant.length &&
    words.every((word, index) => isSlip(word, meant[index] as string))
  );
}

/**
 * The option that was probably meant: it has the same folded form, or is one slip away (two in a
 * long name). A slip that hardly makes another word is certain if no other option is near.
 * Undefined if two options are equally near.
 */
export function closestOption(word: string, options: Iterable<string>): Meaning | undefined {
  return chooseClosest(nearOptions(word, options));
}

/**
 * The allowed value that was probably meant, like closestOption(). It is only a guess if the word
 * may say something else.
 */
export function closestValue(word: string, values: readonly string[]): Meaning | undefined {
  return closestOption(word, values)?.uncertainIf(
    /^\s*[-!~\u00ac]+\s*\w|\w\s+-\s*$/.test(word) || isOtherWord(word, values),
  );
}

/** Whether a word is hardly a value misspelled: it is short, a code, or has other letters. */
function isOtherWord(word: string, values: readonly string[]): boolean {
  const [written, value = ""] = [foldName(word), closestOption(word, values)?.value];
  const form = foldName(value);
  if (/^[b-df-hj-np-tv-z]{1,3}$/i.test(word))
    return word.toLowerCase() !== value.toLowerCase() || isOtherSymbol(word, value);
  if (/\d/.test(value)) return written !== form;
  if (stem(word) === stem(value)) return false;
  const areSwapped = written.length === form.length;
  const isDoubled =
    [form.charAt(0) + form, form + form.charAt(form.length - 1)].includes(written) &&
    !/(.)\1\1/.test(written);
  return (
    slipsBetween(written, form)?.areCommon !== true ||
    !(areSwapped || isDoubled || form.length >= MIN_MISSPELT_LENGTH)
  );
}

/**
 * Whether case may make another unit of a symbol: a megagram (Mg) is no milligram (mg), and mM is
 * no mm.
 */
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
  /** Whether the slips have hardly made another word of the option. */
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
  const [best, ...equal] = options.filter(({ slips }) => slips.edits === least);
  if (best === undefined || equal.length > 0) return undefined;
  const isRivalled = least > 0 && options.filter(({ slips }) => slips.edits > 0).length > 1;
  return new Meaning(best.option, best.isCertain && !isRivalled);
}
