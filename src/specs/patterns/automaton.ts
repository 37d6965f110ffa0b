import type { AST } from "@eslint-community/regexpp";
import { alphabetFor } from "./alphabet.js";
import { nodesIn, parsePattern } from "./nodes-in.js";

/** One place of a pattern where it takes a character. */
export interface Position {
  /** The characters that it takes, by their numbers in the alphabet. */
  readonly takes: ReadonlySet<number>;
  /** How often it can be repeated at most: the product of the limits of all repetitions around it. */
  readonly repeats: number;
  /** The positions that may come next, and in how many ways each can be reached. */
  readonly next: Map<number, number>;
}

/** The Glushkov automaton of a pattern: ambiguity of the pattern is ambiguity of the automaton. */
export interface Automaton {
  readonly alphabet: readonly string[];
  readonly positions: readonly Position[];
  readonly first: readonly number[];
  /** Where a match may end whatever follows: no string makes the pattern go back behind such a position. */
  readonly ends: ReadonlySet<number>;
}

/** Repetitions up to this are written out; longer ones count as endless. */
const WRITTEN_OUT = 4;
const MOST_POSITIONS = 400;

export interface Part {
  readonly nullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const EMPTY: Part = { nullable: true, first: [], last: [] };

/** Undefined where the pattern has what an automaton cannot say, such as a reference to a group. */
export function toAutomaton(pattern: string): Automaton | undefined {
  const parsed = parsePattern(pattern);
  const builder = new Builder(alphabetFor(pattern));
  const ends = new Set<number>();
  try {
    const first = parsed.alternatives.flatMap((alternative) => {
      const body = builder.alternatives([alternative]);
      if (!isAnchored(alternative, "end")) for (const position of body.last) ends.add(position);
      // What is not anchored is tried at every character; but what matches nothing at all matches at the first.
      if (isAnchored(alternative, "start") || (body.nullable && !isAnchored(alternative, "end"))) return body.first;
      const anything = builder.repeat(() => builder.any(), 0, Number.POSITIVE_INFINITY);
      return builder.concat(anything, body).first;
    });
    return { alphabet: builder.alphabet, positions: builder.positions, first, ends };
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

function isAnchored({ elements }: AST.Alternative, kind: "start" | "end"): boolean {
  const edge = kind === "start" ? elements[0] : elements.at(-1);
  return edge?.type === "Assertion" && edge.kind === kind;
}

/** Thrown where a pattern has what an automaton cannot say, or too much of it. */
export class Unsupported extends Error {}

export class Builder {
  readonly positions: Position[] = [];
  #repeats = 1;

  constructor(readonly alphabet: readonly string[]) {}

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
    const around = this.#repeats;
    this.#repeats *= Math.max(max, 1);
    const repeated = this.#copies(make, min, max);
    this.#repeats = around;
    return repeated;
  }

  #copies(make: () => Part, min: number, max: number): Part {
    let whole = EMPTY;
    const isEndless = max === Number.POSITIVE_INFINITY || max > WRITTEN_OUT;
    const copies = isEndless ? Math.min(Math.max(min, 1), WRITTEN_OUT) : max;
    for (let copy = 0; copy < copies; copy++) {
      const part = make();
      if (isEndless && copy === copies - 1) {
        this.#follow(part.last, part.first);
        // Which of many repetitions are empty can be chosen in many ways: `(a?){30}`.
        if (part.nullable && min > WRITTEN_OUT) this.#follow(part.last, part.first);
      }
      whole = this.concat(whole, copy < min ? part : { ...part, nullable: true });
    }
    return whole;
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
        const one = new RegExp(`^${element.raw}$`, "u");
        return this.#position((character) => one.test(character));
      }
      case "Assertion":
        // What a look-around holds is looked at by itself.
        return EMPTY;
      default:
        throw new Unsupported();
    }
  }

  #position(takesCharacter: (character: string) => boolean): Part {
    if (this.positions.length >= MOST_POSITIONS) throw new Unsupported();
    const takes = new Set(
      [...this.alphabet.keys()].filter((number) => takesCharacter(this.alphabet[number] as string)),
    );
    const number = this.positions.push({ takes, repeats: this.#repeats, next: new Map() }) - 1;
    return { nullable: false, first: [number], last: [number] };
  }

  #follow(from: readonly number[], to: readonly number[]): void {
    for (const one of from) {
      const { next } = this.positions[one] as Position;
      for (const other of to) next.set(other, (next.get(other) ?? 0) + 1);
    }
  }
}

/** What the look-arounds of a pattern hold, each as a pattern of its own. */
export function* lookAroundsIn(pattern: string): Generator<string> {
  for (const node of nodesIn(parsePattern(pattern)))
    if (node.type === "Assertion" && (node.kind === "lookahead" || node.kind === "lookbehind"))
      yield `^(?:${node.alternatives.map(({ raw }) => raw).join("|")})`;
}
