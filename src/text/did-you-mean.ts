import { distance } from "fastest-levenshtein";

const LONGEST = 256;
const MOST_COMPARED = 100;

/**
 * The option that was most likely meant by a misspelt word, or nothing where two would do: equal but for case, hyphens,
 * underscores and spaces, else the only one within one edit (three to five letters) or two edits (six or more) that are
 * slips of the hand.
 */
export function didYouMean(word: string, options: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined;
  const folded = fold(word);
  const lower = word.toLowerCase();
  let same: string | undefined;
  let close: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const option of options) {
    if (option.length > LONGEST) continue;
    if (fold(option) === folded) {
      if (same !== undefined) return undefined;
      same = option;
    }
    const limit = reach(option);
    if (Math.abs(option.length - lower.length) > limit) continue;
    const edits = editsBetween(lower, option.toLowerCase());
    if (edits > limit || edits > least || !isSlip(word, option)) continue;
    close = edits === least ? undefined : option;
    least = edits;
  }
  return same ?? close;
}

/** Levenshtein's distance, but two neighbouring letters in the wrong order are one slip. */
function editsBetween(a: string, b: string): number {
  return isSwap(a, b) ? 1 : distance(a, b);
}

function isSwap(a: string, b: string): boolean {
  if (a === b || a.length !== b.length) return false;
  let at = 0;
  while (a[at] === b[at]) at++;
  return a.slice(0, at) + a.charAt(at + 1) + a.charAt(at) + a.slice(at + 2) === b;
}

/**
 * A slip happens within a word and makes no other word of it: neither `min_temp` for `max_temp` nor `line1` for `line2` is
 * one, nor `weight` for `height`, nor `unrealistic`, which holds the whole of `realistic`.
 */
function isSlip(word: string, option: string): boolean {
  const [written, meant] = [wordsIn(word), wordsIn(option)];
  if (written.length !== meant.length) {
    const isAround = holdsWhole(word.toLowerCase(), option.toLowerCase());
    return written[0] === meant[0] && numbersIn(written) === numbersIn(meant) && !isAround;
  }
  return written.every((one, at) => isSlipOf(one, meant[at] as string));
}

function isSlipOf(word: string, meant: string): boolean {
  if (word === meant) return true;
  // Neither numbers nor the words of other scripts have letters to miss.
  if (/[\d\u0250-\uffff]/.test(word + meant) || holdsWhole(word, meant)) return false;
  if (meant.length < 3) return isSwap(word, meant);
  // At its ends a letter is seldom missed, and often makes the meaning: `height`, `posx`, `employee`.
  if (word[0] !== meant[0]) return false;
  if (isSwap(word, meant)) return true;
  if (word.length === meant.length && word.at(-1) !== meant.at(-1)) return false;
  const edits = distance(word, meant);
  return edits === 1 || (edits <= reach(meant) && !isPartReplaced(word, meant));
}

/** True where more than a letter is put around a whole word, as in `inactive`. */
function holdsWhole(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) > 1 && (a.includes(b) || b.includes(a));
}

/** True where the words differ in one part of two letters: whoever writes `minimum` has not missed two keys for `maximum`. */
function isPartReplaced(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end <= 2;
}

function numbersIn(words: readonly string[]): string {
  return words.filter((word) => /\d/.test(word)).join(" ");
}

/** "orderLine2_amount" holds order, line, 2 and amount. */
function wordsIn(name: string): string[] {
  const words = name.match(/\d+|[A-Z]+(?![a-z]|[^\0-\x7f\s])|[A-Z]?(?:[a-z]|[^\0-\x7f\s])+|[^\dA-Za-z\s_-]+/g) ?? [];
  return words.map((word) => word.toLowerCase());
}

export function fold(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, "");
}

function reach(option: string): number {
  if (option.length < 3) return 0;
  return option.length < 6 ? 1 : 2;
}

/**
 * Pairs unknown names with absent ones that they misspell; each absent name is claimed once. First those that differ only
 * in case, hyphens, underscores and spaces; then, in their order, those within reach of a slip. Where there are too many
 * for that they are no slips of the hand, and comparing thousands of names costs seconds.
 */
export function claimMisspelt(unknown: readonly string[], absent: readonly string[]): Map<string, string> {
  const claims = new Map<string, string>();
  if (unknown.length === 0 || absent.length === 0) return claims;
  const free = new Set(absent);
  const alike = new Map<string, string[]>();
  for (const name of absent) {
    if (name.length > LONGEST) continue;
    const folded = fold(name);
    const others = alike.get(folded);
    if (others === undefined) alike.set(folded, [name]);
    else others.push(name);
  }
  const claim = (name: string, meant: string | undefined) => {
    if (meant === undefined || !free.delete(meant)) return;
    claims.set(name, meant);
  };
  for (const name of unknown) {
    const options = name.length > LONGEST ? undefined : alike.get(fold(name));
    if (options?.length === 1) claim(name, options[0]);
  }
  const others = unknown.filter((name) => !claims.has(name));
  if (others.length * free.size <= MOST_COMPARED) for (const name of others) claim(name, didYouMean(name, free));
  return claims;
}
