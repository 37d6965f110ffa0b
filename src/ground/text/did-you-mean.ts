import { foldName, isName } from "./fold-name.js";
import { Meaning } from "./meaning.js";
import { isOpposite } from "./opposite.js";
import { isSlipOf, type Slips, slipsBetween, unsharedLetters } from "./slips.js";

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

/** Advice about a word that is not known: a question about the known word that was probably meant, or `otherwise`. */
export function adviceOn(
  wrong: string,
  known: Iterable<string>,
  otherwise: string,
  toText = (word: string) => `"${word}"`,
): { advice: string; meant: Misspelling | undefined } {
  const meant = findMisspelling(wrong, known);
  return { advice: meant === undefined ? otherwise : `did you mean ${toText(meant.right)}?`, meant };
}

/**
 * The option that was probably meant: it has the same folded form, or is one slip away (two in a long name). A slip that
 * hardly makes another word is certain if no other option is near. Undefined if two options are equally near.
 */
export function closestOption(word: string, options: Iterable<string>): Meaning | undefined {
  return chooseClosest(nearOptions(word, options));
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
    if (slips === undefined || isOpposite(word, option)) continue;
    near.push({ option, slips, isCertain: slips.edits === 0 || isSlipOf(word, option) });
  }
  return near;
}

/** Like closestOption(), among options that are known to be near. */
export function chooseClosest(options: readonly NearOption[]): Meaning | undefined {
  let best: Meaning | undefined;
  let [least, near] = [Number.POSITIVE_INFINITY, 0];
  for (const { option, slips, isCertain } of options) {
    if (slips.edits > 0) near++;
    if (slips.edits > least) continue;
    best = slips.edits === least ? undefined : new Meaning(option, isCertain);
    least = slips.edits;
  }
  return best?.uncertainIf(least > 0 && near > 1);
}

/** Sorts options by how many letters they share with a word. */
export function mostAlikeFirst(word: string, options: readonly string[]): string[] {
  const unshared = (option: string) => unsharedLetters(foldName(word), foldName(option));
  return options.toSorted((one, other) => unshared(one) - unshared(other));
}
