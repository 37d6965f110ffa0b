import type { AST } from "@eslint-community/regexpp";
import { cacheByString } from "../../ground/cache/bounded-map.js";
import { parsePattern, walkNodes } from "../../ground/patterns/pattern-parts.js";
import { interleave } from "./specimen.js";

/** Characters of every kind that patterns distinguish. */
const CHARACTERS = [..."abzAZ09-_./:@ !é\n"];
const MAX_WORD_LENGTH = 300;
const MAX_WORDS = 4_000;
/** The number of strings for one part of a pattern. */
const MAX_VARIANTS = 1_000;
/** The number of matches of a pattern that are varied by inserting characters. */
const MAX_VARIED = 12;
/** The number of characters of which all short strings are made. */
const MAX_SHORT_LETTERS = 5;

/** The number of strings for each set of patterns; further ones are kept if they have a new length. */
const WORDS_OF_A_KIND = 4;

const cachedWords = cacheByString((patterns) => new Words(JSON.parse(patterns)).all);

/**
 * Strings made from the syntax of patterns, and strings that differ from these by one step, the plainest first. Whether
 * a pattern matches a string is for `RegExp.test` to say.
 */
export function makeWords(patterns: readonly string[]): readonly string[] {
  return cachedWords(JSON.stringify(patterns));
}

/** For each set of patterns that some string matches, a few such strings of various lengths. */
export function wordsOfEachKind(patterns: readonly string[]): string[] {
  const distinctPatterns = [...new Set(patterns)];
  if (distinctPatterns.length === 0) return [];
  const tests = distinctPatterns.map((pattern) => new RegExp(pattern, "u"));
  const kinds = new Map<string, string[]>();
  for (const word of makeWords(distinctPatterns)) {
    const kind = tests.map((test) => (test.test(word) ? "1" : "0")).join("");
    const ofKind = kinds.get(kind) ?? [];
    kinds.set(kind, ofKind);
    if (ofKind.length < WORDS_OF_A_KIND || ofKind.every(({ length }) => length !== word.length)) ofKind.push(word);
  }
  // Strings that fail few patterns come first, because they show most.
  const countFailing = (kind: string) => [...kind].filter((bit) => bit === "0").length;
  const sorted = [...kinds].sort(([a], [b]) => countFailing(a) - countFailing(b));
  return interleave(...sorted.map(([, words]) => words.slice(0, WORDS_OF_A_KIND * 2)));
}

class Words {
  readonly all: readonly string[];
  readonly #characters: readonly string[];
  /** Strings that are inserted into words: single characters, and matches of look-arounds. */
  readonly #inserted: Set<string>;

  constructor(patterns: readonly string[]) {
    const trees = patterns.map(parsePattern);
    const nodes = trees.flatMap((tree) => [...walkNodes(tree)]);
    const known = [...CHARACTERS, ...patterns.join(""), ...nodes.flatMap(rangeEdges)];
    this.#characters = [...new Set([...known, ...charactersOfEachKind(nodes, known)])];
    this.#inserted = new Set(this.#characters);
    const words = new Set<string>();
    const add = (word: string) => {
      if (words.size < MAX_WORDS && word.length <= MAX_WORD_LENGTH) words.add(word);
    };
    const matchesOfEach = trees.map(({ alternatives }) => this.#choice(alternatives));
    for (const matches of matchesOfEach) matches.forEach(add);
    shortStrings(patterns.join("")).forEach(add);
    for (const host of ["", "text", ...matchesOfEach.flatMap((matches) => matches.slice(0, MAX_VARIED))]) {
      const middle = Math.ceil(host.length / 2);
      for (const part of this.#inserted)
        for (const index of [host.length, 0, middle]) {
          add(host.slice(0, index) + part + host.slice(index));
          add(host.slice(0, index) + part + host.slice(index + 1));
        }
      for (const other of [host.slice(1), host.slice(0, -1), host.toUpperCase(), host + host, `${host}\n${host}`])
        add(other);
    }
    this.all = [...words];
  }

  #choice(alternatives: readonly AST.Alternative[]): string[] {
    const each = alternatives.map(({ elements }) => this.#sequence(elements));
    return firstVariants([
      ...each.flatMap((variants) => variants.slice(0, 1)),
      ...each.flatMap((variants) => variants.slice(1)),
    ]);
  }

  /** Varies one part at a time, while the others are plain. */
  #sequence(elements: readonly AST.Element[]): string[] {
    const parts = elements.map((element) => this.#variants(element));
    const plain = parts.map(([first = ""]) => first);
    const varied = parts.flatMap((part, index) => part.slice(1).map((variant) => plain.with(index, variant).join("")));
    return firstVariants([plain.join(""), ...varied]);
  }

  #variants(node: AST.Element): string[] {
    switch (node.type) {
      case "Group":
      case "CapturingGroup":
        return this.#choice(node.alternatives);
      case "Character":
        return [String.fromCodePoint(node.value)];
      case "CharacterClass":
      case "CharacterSet":
        return this.#matchedBy(node);
      case "Quantifier":
        return this.#repeated(node);
      case "Assertion":
        if ("alternatives" in node)
          for (const word of this.#choice(node.alternatives).slice(0, MAX_VARIED)) this.#inserted.add(word);
        return [""];
      default:
        return [""];
    }
  }

  #repeated({ element, min, max }: AST.Quantifier): string[] {
    const [plain = "", ...others] = this.#variants(element);
    const usual = Math.max(min, Math.min(1, max));
    // Another pattern may allow one more than the maximum.
    const counts = [usual, min, min + 1, 2, 3, max, max + 1].filter((count) => count >= min && count <= max + 1);
    const possible = counts.filter((count) => count * plain.length <= MAX_WORD_LENGTH);
    const varied = others.flatMap((variant) => [
      plain.repeat(Math.max(0, usual - 1)) + variant,
      ...(max > usual ? [plain.repeat(usual) + variant] : []),
    ]);
    return firstVariants([...possible.map((count) => plain.repeat(count)), ...(max === 0 ? [] : varied)]);
  }

  #matchedBy(node: AST.CharacterClass | AST.CharacterSet): string[] {
    const single = new RegExp(`^${node.raw}$`, "u");
    const rank = (character: string) => [/[a-z]/, /[A-Z]/, /[0-9]/, /./su].findIndex((kind) => kind.test(character));
    return this.#characters.filter((character) => single.test(character)).sort((a, b) => rank(a) - rank(b));
  }
}

/** The first and the last character of a range, and those right beside it. */
function rangeEdges(node: AST.Node): string[] {
  if (node.type !== "CharacterClassRange") return [];
  const codes = [node.min.value, node.min.value - 1, node.max.value, node.max.value + 1];
  return codes.filter((code) => code >= 0 && code <= 0x10ffff && !isSurrogate(code)).map(toCharacter);
}

/** Elements that match characters which are neither written in the pattern nor near one that is. */
const FAR_ELEMENTS = /\\[pPsS]/;
const LAST_OF_FIRST_PLANE = 0xffff;

/** For each combination of classes that some character is in, the first such character. */
function charactersOfEachKind(nodes: readonly AST.Node[], known: readonly string[]): string[] {
  const classes = nodes.filter(({ type }) => type === "CharacterClass" || type === "CharacterSet");
  const raw = [...new Set(classes.map((node) => node.raw))];
  if (!raw.some((written) => FAR_ELEMENTS.test(written))) return [];
  const tests = raw.map((written) => new RegExp(`^${written}$`, "u"));
  const kindOf = (character: string) => tests.map((test) => (test.test(character) ? "1" : "0")).join("");
  const kinds = new Set(known.map(kindOf));
  const found: string[] = [];
  for (let code = 0; code <= LAST_OF_FIRST_PLANE; code++) {
    const kind = kindOf(toCharacter(code));
    if (kinds.has(kind) || isSurrogate(code)) continue;
    kinds.add(kind);
    found.push(toCharacter(code));
  }
  return found;
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

function toCharacter(code: number): string {
  return String.fromCodePoint(code);
}

/** All strings of up to three of the first letters and digits of a pattern. */
function shortStrings(pattern: string): string[] {
  const letters = [...new Set(pattern.match(/[\p{L}\p{N}]/gu) ?? [])].slice(0, MAX_SHORT_LETTERS);
  const longer = (shorter: readonly string[]) => shorter.flatMap((word) => letters.map((letter) => word + letter));
  const pairs = longer(letters);
  return [...letters, ...pairs, ...longer(pairs)];
}

function firstVariants(variants: readonly string[]): string[] {
  return [...new Set(variants)].slice(0, MAX_VARIANTS);
}
