import { closestOption } from "./did-you-mean.js";
import { foldName, stem } from "./fold-name.js";
import type { Meaning } from "./meaning.js";
import { isSpeltWithK, slipsBetween } from "./slips.js";

/**
 * In a shorter value, one letter makes another word: "EU" and "DEU", "one" and "none", "sock" and "stock". Only swapped
 * letters, and the first or the last one doubled, hardly do.
 */
const MIN_MISSPELT_LENGTH = 6;

/**
 * The allowed value that was probably meant, like closestOption(). It is only a guess if the word may say something
 * else: a short word, the symbol of another unit, a value that is not wanted.
 */
export function closestValue(word: string, values: readonly string[]): Meaning | undefined {
  const meant = closestOption(word, values);
  return meant?.uncertainIf(isExcluded(word) || isOtherSymbol(word, meant.value) || isOtherWord(word, meant.value));
}

/** Whether a word is another one than the value, and hardly the same one misspelled: a list may have similar values. */
function isOtherWord(word: string, value: string): boolean {
  const [written, form] = [foldName(word), foldName(value)];
  // Letters that are swapped in a code make another code.
  if (/\d/.test(value)) return written !== form;
  if (stem(word) === stem(value) || isSpeltWithK(word, value)) return false;
  // Another letter makes another value: "pellet" and "pallet".
  if (slipsBetween(written, form)?.areCommon !== true) return true;
  const areSwapped = written.length === form.length;
  if (areSwapped || form.length >= MIN_MISSPELT_LENGTH) return false;
  const isDoubled = [form.charAt(0) + form, form + form.charAt(form.length - 1)].includes(written);
  return !isDoubled || /(.)\1\1/.test(written);
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
