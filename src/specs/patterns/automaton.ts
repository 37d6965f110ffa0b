import type { AST } from "@eslint-community/regexpp";
import { isAnchored, nodesIn, parsePattern } from "../../ground/patterns/pattern-parts.js";

/** A place of a pattern that matches one character. */
export interface Position {
  /** The characters that it matches, by their indexes in the alphabet. */
  readonly takes: ReadonlySet<number>;
  /** In how many ways it can be repeated at most: the product of the choices of all quantifiers around it. */
  readonly repeats: number;
  /** The positions that may follow, and in how many ways each can be reached. */
  readonly next: Map<number, number>;
}

/** The Glushkov automaton of a pattern: ambiguity of the pattern is ambiguity of the automaton. */
export interface Automaton {
  readonly alphabet: readonly string[];
  readonly positions: readonly Position[];
  readonly first: readonly number[];
  /** Positions at which a match may end whatever follows, so that no string causes backtracking beyond them. */
  readonly ends: ReadonlySet<number>;
  /** In how many ways the quantifiers that are written out can be repeated, at most. */
  readonly ways: number;
}

/** Quantifiers with a larger maximum count as endless; others are written out as copies. */
const MAX_COPIES = 4;
const MAX_POSITIONS = 400;

/** The positions at the start and at the end of a part of a pattern. */
interface Part {
  readonly nullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const EMPTY: Part = { nullable: true, first: [], last: [] };

/**
 * Undefined if the pattern cannot be expressed as an automaton, as with a reference to a group, or is too large. With
 * "loops", every quantifier that can be repeated in several ways counts as endless.
 */
export function toAutomaton(pattern: string, small: "copies" | "loops" = "copies"): Automaton | undefined {
  const parsed = parsePattern(pattern);
  const builder = new Builder(alphabetFor(pattern), small);
  const ends = new Set<number>();
  try {
    const first = parsed.alternatives.flatMap((alternative) => {
      const body = builder.alternatives([alternative]);
      const canFail = hasLaterAssertion(alternative);
      if (!canFail) for (const position of body.last) ends.add(position);
      // Without an anchor, a match is tried at every character, unless the empty string matches at the first.
      if (isAnchored(alternative, "start") || (body.nullable && !canFail)) return body.first;
      const anything = builder.repeat(() => builder.any(), 0, Number.POSITIVE_INFINITY);
      return builder.concat(anything, body).first;
    });
    return { alphabet: builder.alphabet, positions: builder.positions, first, ends, ways: builder.ways };
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

/** Whether an assertion, such as `$` or a look-around, can refuse what other parts of an alternative have matched. */
function hasLaterAssertion({ elements }: AST.Alternative): boolean {
  const first = elements.find(({ type }) => type !== "Assertion");
  const later = first === undefined ? [] : elements.slice(elements.indexOf(first));
  return later.some((element) => [...nodesIn(element)].some(({ type }) => type === "Assertion"));
}

class Unsupported extends Error {}

class Builder {
  readonly positions: Position[] = [];
  #repeats = 1;
  #isInLoop = false;
  ways = 1;

  constructor(
    readonly alphabet: readonly string[],
    private readonly small: "copies" | "loops",
  ) {}

  alternatives(alternatives: readonly AST.Alternative[]): Part {
    const parts = alternatives.map(({ elements }) => this.sequence(elements));
    return {
      nullable: parts.some(({ nullable }) => nullable),
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
    };
  }

  sequence(elements: readonly AST.Element[]): Part {
    return elements.reduce<Part>((before, element) => this.concat(before, this.#element(element)), EMPTY);
  }

  concat(before: Part, after: Part): Part {
    this.#follow(before.last, after.first);
    return {
      nullable: before.nullable && after.nullable,
      first: before.nullable ? [...before.first, ...after.first] : before.first,
      last: after.nullable ? [...before.last, ...after.last] : after.last,
    };
  }

  repeat(make: () => Part, min: number, max: number): Part {
    const [outerRepeats, isOuterLoop] = [this.#repeats, this.#isInLoop];
    const choices = max - min + 1;
    const isEndless = max > MAX_COPIES || (this.small === "loops" && choices > 1);
    this.#repeats *= isEndless ? max + 1 : Math.max(max, 1);
    this.#isInLoop ||= isEndless;
    // What is in a loop is found by searching the loop.
    if (!this.#isInLoop) this.ways *= choices;
    const repeated = this.#copies(make, min, max, isEndless);
    [this.#repeats, this.#isInLoop] = [outerRepeats, isOuterLoop];
    return repeated;
  }

  #copies(make: () => Part, min: number, max: number, isEndless: boolean): Part {
    const parts = Array.from({ length: isEndless ? Math.min(Math.max(min, 1), MAX_COPIES) : max }, make);
    const { first, last, nullable } = parts.at(-1) ?? EMPTY;
    if (isEndless) this.#follow(last, first);
    // In `(a?){30}`, there are many ways to choose the repetitions that are empty.
    if (nullable && min > MAX_COPIES) this.#follow(last, first);
    const optional = (part: Part, copy: number) => (copy < min ? part : { ...part, nullable: true });
    return parts.map(optional).reduce<Part>((before, part) => this.concat(before, part), EMPTY);
  }

  any(): Part {
    return this.#position(() => true);
  }

  #element(element: AST.Element): Part {
    switch (element.type) {
      case "Group":
      case "CapturingGroup":
        return this.alternatives(element.alternatives);
      case "Quantifier":
        return this.repeat(() => this.#element(element.element), element.min, element.max);
      case "Character":
      case "CharacterClass":
      case "CharacterSet": {
        const single = new RegExp(`^${element.raw}$`, "u");
        return this.#position((character) => single.test(character));
      }
      case "Assertion":
        // The pattern inside a look-around is checked by itself.
        return EMPTY;
      default:
        throw new Unsupported();
    }
  }

  #position(takesCharacter: (character: string) => boolean): Part {
    if (this.positions.length >= MAX_POSITIONS) throw new Unsupported();
    const takes = new Set(
      [...this.alphabet.keys()].filter((number) => takesCharacter(this.alphabet[number] as string)),
    );
    const number = this.positions.push({ takes, repeats: this.#repeats, next: new Map() }) - 1;
    return { nullable: false, first: [number], last: [number] };
  }

  #follow(from: readonly number[], to: readonly number[]): void {
    for (const position of from) {
      const { next } = this.positions[position] as Position;
      for (const following of to) next.set(following, (next.get(following) ?? 0) + 1);
    }
  }
}

/**
 * For each general category of Unicode, some characters in several scripts. With the ASCII characters and those in the
 * pattern they stand for all others: two classes that share a character share one of these.
 */
const BEYOND_ASCII = [
  ..."\u0085\u00a0\u00aa\u00ad\u00b2\u00b5\u00bd\u00c4\u00d7\u00df\u00e4\u00e9\u00f1\u0131\u0141\u0160\u017f\u01c5\u01c6\u02b0\u02c6",
  ..."\u0300\u0345\u0370\u0391\u03a3\u03b1\u03c2\u03c3\u0410\u0430\u0451\u0531\u0561\u05d0\u05b0\u0627\u064b\u0660\u06f0\u0904\u0915\u093e",
  ..."\u0966\u0e01\u0e31\u0e50\u10d0\u1100\u1161\u13a0\u1780\u1e9e\u1f88\u2003\u200b\u200d\u2013\u2018\u2019\u201c\u2020\u2028\u2029",
  ..."\u2044\u20ac\u20dd\u2100\u2160\u2170\u2190\u2200\u2460\u2500\u25cb\u3000\u3001\u3042\u30a2\u4e00\u9fa5\uac00\ufb01\ufeff\uff10",
  ..."\uff21\uff41\ufffd\u{10400}\u{10428}\u{1d400}\u{1d7ce}\u{1f1e6}\u{1f600}\u{20000}\u{e0001}\u{10fffd}",
];

function alphabetFor(pattern: string): string[] {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  return [...new Set([...ascii, ...BEYOND_ASCII, ...pattern])];
}
