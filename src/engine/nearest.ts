import { distance } from "fastest-levenshtein";

const LONGEST = 256;
const MOST_COMPARED = 100;

/**
 * The option that was most likely meant by a misspelt word, or nothing where two would do: equal but for case, hyphens,
 * underscores and spaces, else the only one within one edit (three to five letters) or two edits (six or more) that are
 * slips of the hand.
 */
export function nearest(word: string, options: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined;
  const folded = fold(word);
  const lower = word.toLowerCase();
  let same: string | undefined;
  let close: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const option of options) {
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
  const edits = distance(a, b);
  if (edits !== 2 || a.length !== b.length) return edits;
  let at = 0;
  while (a[at] === b[at]) at++;
  const swapped = a.slice(0, at) + a.charAt(at + 1) + a.charAt(at) + a.slice(at + 2);
  return swapped === b ? 1 : edits;
}

/**
 * A slip happens within a word and makes no other word of it: neither `min_temp` for `max_temp` nor `line1` for `line2` is
 * one, nor `unrealistic`, which holds the whole of `realistic`.
 */
function isSlip(word: string, option: string): boolean {
  const [longer, shorter] = word.length > option.length ? [word, option] : [option, word];
  if (longer.length - shorter.length > 1 && longer.toLowerCase().includes(shorter.toLowerCase())) return false;
  const [written, meant] = [wordsIn(word), wordsIn(option)];
  return written.length !== meant.length || written.every((one, at) => isSlipOf(one, meant[at] as string));
}

function isSlipOf(word: string, meant: string): boolean {
  if (word === meant) return true;
  if (/\d/.test(word + meant)) return false;
  return meant.length < 3 ? word.length !== meant.length : editsBetween(word, meant) <= reach(meant);
}

/** "orderLine2_amount" holds order, line, 2 and amount. Names beyond ASCII are not taken apart. */
function wordsIn(name: string): string[] {
  if (/[^\0-\x7f]/.test(name)) return [name.toLowerCase()];
  const words = name.match(/\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\dA-Za-z\s_-]+/g) ?? [];
  return words.map((word) => word.toLowerCase());
}

export function shareWord(a: string, b: string): boolean {
  const words = wordsIn(a);
  return wordsIn(b).some((word) => words.includes(word));
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
  for (const name of absent) alike.set(fold(name), [...(alike.get(fold(name)) ?? []), name]);
  const claim = (name: string, meant: string | undefined) => {
    if (meant === undefined || !free.delete(meant)) return;
    claims.set(name, meant);
  };
  for (const name of unknown) {
    const options = name.length > LONGEST ? undefined : alike.get(fold(name));
    if (options?.length === 1) claim(name, options[0]);
  }
  const others = unknown.filter((name) => !claims.has(name));
  if (others.length * free.size <= MOST_COMPARED) for (const name of others) claim(name, nearest(name, free));
  return claims;
}
