import { closestOption } from "./did-you-mean.js";
import { foldName, stem } from "./fold-name.js";
import type { Meaning } from "./meaning.js";
import { isSpeltWithK, slipsBetween } from "./slips.js";

/** In a shorter value, one letter makes another word: "EU" and "DEU", "one" and "none", "sock" and "stock". */
const MIN_MISSPELT_LENGTH = 6;

/**
 * The allowed value that was probably meant, like closestOption(). It is only a guess if the word may say something
 * else: a short word, the symbol of another unit, a value that is not wanted.
 */
export function closestValue(word: string, values: readonly string[]): Meaning | undefined {
  const meant = closestOption(word, values);
  return meant?.uncertainIf(
    isExcluded(word) ||
      isOtherSymbol(word, meant.value) ||
      isOtherShortWord(word, meant.value) ||
      isOtherCode(word, meant.value) ||
      hasOtherLetter(word, meant.value),
  );
}

/** Whether a letter is another one, which makes another value in a list of similar ones: "pellet" and "pallet". */
function hasOtherLetter(word: string, value: string): boolean {
  if (stem(word) === stem(value) || isSpeltWithK(word, value)) return false;
  return slipsBetween(foldName(word), foldName(value))?.areCommon !== true;
}

/** Whether a value with digits is spelt in another way: letters that are swapped in a code make another code. */
function isOtherCode(word: string, value: string): boolean {
  return /\d/.test(value) && foldName(word) !== foldName(value);
}

/** Whether a short word is not just the value with swapped letters, or with its first or last letter doubled. */
function isOtherShortWord(word: string, value: string): boolean {
  const [written, form] = [foldName(word), foldName(value)];
  if (form.length >= MIN_MISSPELT_LENGTH || stem(word) === stem(value)) return false;
  const isSwapped = [...written].toSorted().join("") === [...form].toSorted().join("");
  const isDoubled = [form.charAt(0) + form, form + form.charAt(form.length - 1)].includes(written);
  return !isSwapped && (!isDoubled || /(.)\1\1/.test(written));
}

/** Letters that are no word, and may be a unit. */
const SYMBOL = /^[b-df-hj-np-tv-z]{1,3}$/i;

/** Whether case may make another unit of a symbol: a megagram (Mg) is no milligram (mg), and mM is no mm. */
export function isOtherSymbol(word: string, value: string): boolean {
  if (word === value || !SYMBOL.test(word)) return false;
  if (/^[a-z][A-Z]/.test(word)) return true;
  return value !== value.toUpperCase() && /^[mp]/i.test(word) && word[0] !== value[0];
}

/** A sign before or after a word, which may mean that the word is not wanted. */
const EXCLUDED = /^\s*[-!~\u00ac]+\s*\w|\w\s+-\s*$/;

export function isExcluded(word: string): boolean {
  return EXCLUDED.test(word);
}
