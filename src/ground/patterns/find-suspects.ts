import type { AST } from "@eslint-community/regexpp";
import { cacheByObject } from "../cache/cache-by-object.js";
import { type Atom, collectAlphabet } from "./alphabet.js";
import {
  combinePairs,
  countWays,
  EMPTY,
  either,
  FEW_WAYS,
  findShared,
  joined,
  type Letters,
  MAX_WORDS,
  overlaps,
  type Part,
  type Reached,
  type Repetition,
  repeatedWords,
  union,
} from "./part.js";
import { isAnchored, isAtStart, isLookAround, parsePattern, walkNodes } from "./pattern-parts.js";

/** A string on which a pattern may be slow: `pump` is repeated after `prefix`. */
export interface Suspect {
  readonly prefix: string;
  readonly pump: string;
}

/** Larger patterns are not read. */
const MAX_PAIRS = 40_000;
const MAX_PUMPS = 16;

/** Thrown where a pattern refers to a group or is too large. */
export class Unreadable extends Error {}

/**
 * Finds strings for every part of a pattern that may be slow, and for some that are not. A pattern is quick if, in each
 * repetition, the next character tells which part comes next, and if of two repetitions, one matches no characters of
 * the other, or what is between them keeps them apart. Throws `Unreadable` if that cannot be said.
 */
export function findSuspects(pattern: string): Suspect[] {
  const reader = new Reader(pattern);
  const tree = parsePattern(pattern);
  for (const alternative of tree.alternatives) reader.readWhole(alternative);
  for (const look of [...walkNodes(tree)].filter(isLookAround)) reader.readLook(look);
  return reader.suspects();
}

class Reader {
  readonly #suspects = new Map<string, Suspect>();
  readonly #letters: readonly string[];
  readonly #taken: (atom: Atom) => Letters;
  #pairs = 0;
  readonly #repetitions: Repetition[] = [];
  /** What stands for the characters before a match. */
  readonly #anywhere = new Set<Repetition>();

  constructor(pattern: string) {
    const { letters, taken } = collectAlphabet(pattern);
    this.#letters = letters;
    this.#taken = taken;
  }

  /** Reads an alternative of the whole pattern. Without `^`, it is tried at every character. */
  readWhole(alternative: AST.Alternative): void {
    const body = this.#sequence(withoutSureEnd(alternative), "");
    const isAnywhere = !isAnchored(alternative, "start") && (!body.isNullable || canFail(alternative));
    if (!isAnywhere) return;
    const anything = this.#anything();
    this.#anywhere.add((anything.tails[0] as Reached).repetition);
    this.#join(anything, body);
  }

  /**
   * Reads a look-around. One that repeats something is tried at many places, each time going through the string, unless
   * it stands right after the first `^`: `^.*(?=a*b)` takes 5 s on 60,000 characters.
   */
  readLook(look: AST.LookaroundAssertion): void {
    const part = this.#either(look.alternatives, "");
    const repeats = [...walkNodes(look)].some((node) => node.type === "Quantifier" && node.max > 1);
    if (repeats && !isAtStart(look)) this.#suspect(["", ...part.words], [...this.#letters, ...part.words]);
  }

  #suspect(prefixes: readonly string[], pumps: readonly string[]): void {
    const useful = [...new Set(pumps)].filter((pump) => pump !== "").slice(0, MAX_PUMPS);
    for (const prefix of prefixes)
      for (const pump of useful) this.#suspects.set(JSON.stringify([prefix, pump]), { prefix, pump });
  }

  #anything(): Part {
    return this.#repeated(this.#take(new Set(this.#letters)), 0, Number.POSITIVE_INFINITY, "");
  }

  #take(all: Letters): Part {
    const words = [...all].slice(0, 2);
    return { ...EMPTY, words, isNullable: false, first: all, all, mayBeOf: (letters) => overlaps(all, letters) };
  }

  /** `prefix` leads to the elements. */
  #sequence(elements: readonly AST.Element[], prefix: string): Part {
    let before = EMPTY;
    for (const element of elements) before = this.#join(before, this.#part(element, prefix + (before.words[0] ?? "")));
    return before;
  }

  #either(alternatives: readonly AST.Alternative[], prefix: string): Part {
    return alternatives.map(({ elements }) => this.#sequence(elements, prefix)).reduce(either);
  }

  #part(node: AST.Element, prefix: string): Part {
    switch (node.type) {
      case "Group":
      case "CapturingGroup":
        return this.#either(node.alternatives, prefix);
      case "Quantifier":
        return this.#repeated(this.#part(node.element, prefix), node.min, node.max, prefix);
      case "Character":
      case "CharacterClass":
      case "CharacterSet":
        return this.#take(this.#taken(node));
      case "Assertion":
        return EMPTY;
      default:
        throw new Unreadable();
    }
  }

  #join(before: Part, after: Part): Part {
    this.#pairs += before.tails.length * after.heads.length + 1;
    if (this.#pairs > MAX_PAIRS) throw new Unreadable();
    for (const tail of before.tails) for (const head of after.heads) this.#compare(tail, head);
    return joined(before, after);
  }

  /** Notes that two repetitions may share characters. */
  #compare(tail: Reached, head: Reached): void {
    const both = findShared(tail.repetition, head.repetition);
    const parts = [tail.repetition, head.repetition, tail, head];
    if (parts.every(({ mayBeOf }) => mayBeOf(both))) head.repetition.before.push(tail.repetition);
  }

  suspects(): Suspect[] {
    this.#suspectNeighbours();
    return [...this.#suspects.values()];
  }

  /** Suspects repetitions that may share characters in many ways. */
  #suspectNeighbours(): void {
    const waysTo = cacheByObject(({ before, choices }: Repetition): number =>
      before.reduce((most, other) => Math.max(most, waysTo(other) * choices), choices),
    );
    for (const head of this.#repetitions)
      for (const tail of head.before) {
        if (waysTo(tail) * head.choices <= FEW_WAYS) continue;
        const both = findShared(tail, head);
        const between = head.prefix.slice(tail.prefix.length);
        const words = [between, ...head.words, ...tail.words].filter((word) =>
          [...word].every((letter) => both.has(letter)),
        );
        // Before a pattern without `^`, what it does not match lets no other alternative match at once.
        const foreign = this.#anywhere.has(tail) ? this.#letters.find((letter) => !both.has(letter)) : undefined;
        this.#suspect(
          [foreign ?? tail.prefix, head.prefix],
          [...[...both].slice(0, MAX_WORDS), ...words, ...combinePairs(words)],
        );
      }
  }

  #repeated(part: Part, min: number, max: number, prefix: string): Part {
    const ways = countWays(part.ways, min, max);
    const isClear = part.isClear && (max < 2 || (!overlaps(part.more, part.first) && !part.isNullable));
    if (max > 1 && !isClear && ways > FEW_WAYS)
      this.#suspect(
        [prefix, prefix + (part.words[0] ?? "")],
        [...part.words, ...[...part.all].slice(0, MAX_WORDS), ...combinePairs(part.words)],
      );
    const choices = isClear ? max - min + 1 : ways;
    const repetition = { ...part, prefix, choices, before: [] };
    const own = choices > 1 ? [{ repetition, mayBeOf: () => true }] : [];
    if (choices > 1) this.#repetitions.push(repetition);
    return {
      ...part,
      words: repeatedWords(part.words, min, max),
      isNullable: min === 0 || part.isNullable,
      more: max > min || part.isNullable ? union(part.more, part.first) : part.more,
      ways,
      isClear,
      mayBeOf: (letters) => min === 0 || part.mayBeOf(letters),
      heads: [...own, ...part.heads],
      tails: [...own, ...part.tails],
    };
  }
}

/** Whether an assertion, such as `$` or a look-around, can refuse what other parts of an alternative have matched. */
function canFail({ elements }: AST.Alternative): boolean {
  const start = elements.findIndex(({ type }) => type !== "Assertion");
  const later = start === -1 ? [] : elements.slice(start);
  return later.some((part) => [...walkNodes(part)].some(({ type }) => type === "Assertion"));
}

/** Without the repetition of a character at the end, after which nothing can fail. */
function withoutSureEnd(alternative: AST.Alternative): readonly AST.Element[] {
  const { elements } = alternative;
  const last = elements.at(-1);
  if (canFail(alternative) || last?.type !== "Quantifier" || "alternatives" in last.element) return elements;
  return [...elements.slice(0, -1), { ...last, max: last.min }];
}
