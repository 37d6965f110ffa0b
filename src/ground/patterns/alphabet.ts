import type { AST } from "@eslint-community/regexpp";
import { parsePattern, walkNodes } from "./pattern-parts.js";

/**
 * For each general category of Unicode, some characters in several scripts. With the ASCII characters and those at the
 * edges of the classes of a pattern they stand for all others.
 */
const BEYOND_ASCII = [
  ..."\u0085\u00a0\u00aa\u00ad\u00b2\u00b5\u00bd\u00c4\u00d7\u00df\u00e4\u00e9\u00f1\u0131\u0141\u0160\u017f\u01c5\u01c6\u02b0\u02c6",
  ..."\u0300\u0345\u0370\u0391\u03a3\u03b1\u03c2\u03c3\u0410\u0430\u0451\u0531\u0561\u05d0\u05b0\u0627\u064b\u0660\u06f0\u0904\u0915\u093e",
  ..."\u0966\u0e01\u0e31\u0e50\u10d0\u1100\u1161\u13a0\u1780\u1e9e\u1f88\u2003\u200b\u200d\u2013\u2018\u2019\u201c\u2020\u2028\u2029",
  ..."\u2044\u20ac\u20dd\u2100\u2160\u2170\u2190\u2200\u2460\u2500\u25cb\u3000\u3001\u3042\u30a2\u4e00\u9fa5\uac00\ufb01\ufeff\uff10",
  ..."\uff21\uff41\ufffd\u{10400}\u{10428}\u{1d400}\u{1d7ce}\u{1f1e6}\u{1f600}\u{20000}\u{e0001}\u{10fffd}",
];
const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** A part of a pattern that takes one character. */
export type Atom = AST.Character | AST.CharacterClass | AST.CharacterSet;

/**
 * The characters that patterns can tell apart: one for all that are in the same classes, preferably a letter or digit.
 * Those in most classes come first.
 */
export function collectAlphabet(...patterns: readonly string[]): {
  letters: string[];
  taken: (atom: Atom) => ReadonlySet<string>;
} {
  return readAlphabet(patterns, false);
}

/** The characters that patterns can tell apart, also those that only a property of Unicode does: this takes longer. */
export function collectExactAlphabet(patterns: readonly string[]): string[] {
  return readAlphabet(patterns, true).letters;
}

function readAlphabet(patterns: readonly string[], isExact: boolean) {
  const nodes = patterns.flatMap((pattern) => [...walkNodes(parsePattern(pattern))]);
  const asksForWords = nodes.some(({ type, raw }) => type === "Assertion" && /^\\b$/i.test(raw));
  const raws = [...new Set([...nodes.filter(isAtom).map(({ raw }) => raw), ...(asksForWords ? ["\\w"] : [])])];
  const beyond = isExact && raws.some((raw) => /\\p/i.test(raw)) ? allBeyondAscii() : BEYOND_ASCII;
  const all = [...new Set([...ASCII.toSorted(byClarity), ...beyond, ...nodes.flatMap(listEdges)])];
  const classes = raws.map((raw) => new RegExp(`^${raw}$`, "u"));
  const kinds = new Map<string, { letter: string; count: number }>();
  for (const letter of all) {
    const inClasses = classes.map((single) => single.test(letter));
    const kind = inClasses.map(Number).join("");
    if (!kinds.has(kind)) kinds.set(kind, { letter, count: inClasses.filter(Boolean).length });
  }
  const letters = [...kinds.values()].sort((a, b) => b.count - a.count).map(({ letter }) => letter);
  const taken = new Map<string, Set<string>>();
  for (const [at, raw] of raws.entries())
    taken.set(raw, new Set(letters.filter((letter) => (classes[at] as RegExp).test(letter))));
  return { letters, taken: ({ raw }: Atom) => taken.get(raw) as ReadonlySet<string> };
}

/** The first two planes of Unicode, and those with few characters. */
function* allBeyondAscii(): Generator<string> {
  for (let code = 0x80; code <= 0x10ffff; code++) {
    if (code === 0xd800) code = 0xe000;
    if (code === 0x20010) code = 0xe0000;
    if (code === 0xe0200) code = 0x10fff0;
    yield String.fromCodePoint(code);
  }
}

function isAtom(node: AST.Node): node is Atom {
  const isInClass = node.parent?.type.startsWith("CharacterClass") === true;
  return !isInClass && (node.type === "Character" || node.type === "CharacterClass" || node.type === "CharacterSet");
}

/** The characters of a node, and those next to them, which a class may not have. */
function listEdges(node: AST.Node): string[] {
  if (node.type !== "Character") return [];
  const { value } = node;
  return [value, value - 1, value + 1]
    .filter((code) => code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code));
}

const CLARITY = [/[a-z]/, /[A-Z0-9]/, /[ -~]/];

/** Letters first: people read the strings that are found. */
function byClarity(a: string, b: string): number {
  return rateClarity(a) - rateClarity(b);
}

function rateClarity(letter: string): number {
  const at = CLARITY.findIndex((clear) => clear.test(letter));
  return at === -1 ? CLARITY.length : at;
}
