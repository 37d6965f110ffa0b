import type { AST } from "@eslint-community/regexpp";
import { alphabetFor } from "../patterns/alphabet.js";
import { nodesIn, parsePattern } from "../patterns/nodes-in.js";
import { pick, randomFrom } from "./random.js";

/** Of one part of a pattern. */
const MOST_VARIATIONS = 3_000;
const MOST_WORDS = 20_000;
const RANDOM_WORDS = 1_000;
const LONGEST_WORD = 300;
const MOST_CHOSEN = 8;

/**
 * Strings that one of two patterns accepts and the other does not, of various lengths. No pattern accepts everything.
 * `peers` are the other patterns of the same place: a string that they refuse shows nothing.
 */
export function distinguishingWords(before: string | undefined, after: string | undefined, peers: string[]): string[] {
  if (before === after) return [];
  const patterns = [before, after].filter((pattern) => pattern !== undefined);
  const [old, now] = [before, after].map((pattern) => new RegExp(pattern ?? "", "u")) as [RegExp, RegExp];
  const others = peers.map((pattern) => new RegExp(pattern, "u"));
  const chosen = [new Map<number, string[]>(), new Map<number, string[]>()] as const;
  for (const word of wordsFor([...new Set([...patterns, ...peers])])) {
    if (word === "" || old.test(word) === now.test(word) || !others.every((pattern) => pattern.test(word))) continue;
    const ofLength = chosen[old.test(word) ? 0 : 1];
    const known = ofLength.get(word.length);
    if (known === undefined) ofLength.set(word.length, [word]);
    else if (known.length < 3) known.push(word);
  }
  return chosen.flatMap((ofLength) => {
    const byLength = [...ofLength].sort(([one], [other]) => one - other).map(([, words]) => words);
    // One of each length first: the shape may want longer or shorter ones.
    const inTurn = [0, 1, 2].flatMap((turn) => byLength.flatMap((words) => words[turn] ?? []));
    return inTurn.slice(0, MOST_CHOSEN);
  });
}

/** Words along the syntax of all patterns, then each with parts of the others in it. */
function wordsFor(patterns: readonly string[]): Set<string> {
  const parsed = patterns.map(parsePattern);
  const writer = new Writer(alphabetFor(patterns.join("")), parsed.flatMap(limitsIn));
  const words = new Set<string>(["a", "text", "Text 1"]);
  const add = (word: string) => {
    if (words.size < MOST_WORDS && word.length <= LONGEST_WORD) words.add(word);
  };
  for (const pattern of parsed) writer.alternatives(pattern.alternatives).forEach(add);
  const random = randomFrom(1);
  for (const pattern of parsed)
    for (let number = 0; number < RANDOM_WORDS; number++) add(writer.randomWord(pattern.alternatives, random));
  const hosts = ["a", "text", ...parsed.flatMap(({ alternatives }) => writer.alternatives(alternatives).slice(0, 12))];
  const inserted = [...parsed.flatMap((pattern) => [...writer.lookedFor(pattern)]), ...writer.alphabet];
  for (const host of new Set(hosts)) {
    const middle = Math.ceil(host.length / 2);
    for (const part of inserted) {
      for (const at of [0, middle, host.length]) add(host.slice(0, at) + part + host.slice(at));
      for (const at of [0, middle]) add(host.slice(0, at) + part + host.slice(at + part.length));
    }
  }
  for (const part of inserted) add(part);
  return words;
}

/** Writes words that parts of a pattern accept, each part in all its ways while the others stay as they are. */
class Writer {
  readonly #characters = new Map<string, string[]>();

  /** `limits` are those of all quantifiers: what one pattern repeats at will, another may limit. */
  constructor(
    readonly alphabet: readonly string[],
    private readonly limits: readonly number[],
  ) {}

  /** The plainest word first. */
  alternatives(alternatives: readonly AST.Alternative[]): string[] {
    const each = alternatives.map(({ elements }) => this.#sequence(elements));
    return unique([...each.flatMap(([plain]) => plain ?? []), ...each.flatMap((words) => words.slice(1))]);
  }

  randomWord(alternatives: readonly AST.Alternative[], random: () => number): string {
    const { elements } = pick(alternatives, random);
    return elements.map((element) => this.#random(element, random)).join("");
  }

  /** Words for what look-arounds hold. */
  *lookedFor(pattern: AST.Pattern): Generator<string> {
    for (const node of nodesIn(pattern))
      if (node.type === "Assertion" && (node.kind === "lookahead" || node.kind === "lookbehind"))
        yield* this.alternatives(node.alternatives).slice(0, 100);
  }

  #sequence(elements: readonly AST.Element[]): string[] {
    const parts = elements.map((element) => this.#element(element));
    const plain = parts.map(([first]) => first ?? "");
    const words = [plain.join("")];
    parts.forEach((part, at) => {
      for (const variation of part.slice(1)) words.push(plain.with(at, variation).join(""));
    });
    return unique(words);
  }

  #element(element: AST.Element): string[] {
    switch (element.type) {
      case "Group":
      case "CapturingGroup":
        return this.alternatives(element.alternatives);
      case "Quantifier":
        return this.#repeated(element);
      case "Character":
      case "CharacterClass":
      case "CharacterSet":
        return this.#taken(element.raw);
      default:
        // Look-arounds take nothing, and references to groups are refused by the linter.
        return [""];
    }
  }

  /** The element repeated at and around its limits: all the same, or one of them different. */
  #repeated({ element, min, max }: AST.Quantifier): string[] {
    const [plain = "", ...variations] = this.#element(element);
    const usual = Math.max(min, Math.min(1, max));
    const words = countsBetween(min, max, this.limits).map((count) => plain.repeat(count));
    for (const variation of variations) {
      words.push(plain.repeat(Math.max(0, usual - 1)) + variation);
      if (usual > 1) words.push(variation + plain.repeat(usual - 1), variation.repeat(usual));
      if (max > usual) words.push(plain.repeat(usual) + variation);
    }
    return unique([plain.repeat(usual), ...words]);
  }

  #random(element: AST.Element, random: () => number): string {
    switch (element.type) {
      case "Group":
      case "CapturingGroup":
        return this.randomWord(element.alternatives, random);
      case "Quantifier": {
        const count = pick(countsBetween(element.min, Math.min(element.max, element.min + 6)), random);
        return Array.from({ length: count }, () => this.#random(element.element, random)).join("");
      }
      default:
        return pick(this.#element(element), random);
    }
  }

  /** The characters that a class takes, letters first. */
  #taken(raw: string): string[] {
    const known = this.#characters.get(raw);
    if (known !== undefined) return known;
    const one = new RegExp(`^${raw}$`, "u");
    const taken = this.alphabet.filter((character) => one.test(character));
    const rank = (character: string) => [/[a-z]/, /[A-Z]/, /[0-9]/, /./u].findIndex((kind) => kind.test(character));
    const sorted = taken.toSorted((one, other) => rank(one) - rank(other));
    this.#characters.set(raw, sorted);
    return sorted;
  }
}

/** The limits of all quantifiers, and the numbers beside them. */
function limitsIn(pattern: AST.Pattern): number[] {
  const quantifiers = [...nodesIn(pattern)].filter((node) => node.type === "Quantifier");
  return quantifiers.flatMap(({ min, max }) => [min - 1, min, min + 1, max - 1, max, max + 1]);
}

function countsBetween(min: number, max: number, limits: readonly number[] = []): number[] {
  const all = [min, min + 1, 2, 3, 4, 5, 6, max - 1, max, ...limits];
  const counts = all.filter((count) => count >= min && count <= max);
  return [...new Set(counts)].filter((count) => count <= LONGEST_WORD);
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)].filter(({ length }) => length <= LONGEST_WORD).slice(0, MOST_VARIATIONS);
}
