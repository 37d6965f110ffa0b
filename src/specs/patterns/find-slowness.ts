import type { AST } from "@eslint-community/regexpp";
import { type Automaton, type Position, toAutomaton } from "./automaton.js";
import { isAnchored, isLookAround, nodesIn, parsePattern } from "./pattern-parts.js";

/** Strings on which a pattern is slow: `prefix`, followed by repetitions of `pump`. */
interface Slowness {
  readonly growth: "exponentially" | "with the square of its length";
  readonly prefix: string;
  readonly pump: string;
}

const MAX_STEPS = 2_000_000;
/** Two repetitions are quick if the product of their limits is at most this. */
const FEW_REPEATS = 100_000;

/**
 * Finds strings on which a pattern is slow: if there are two ways to match the same repeated characters, all
 * combinations are tried when the rest does not match. The analysis is static, so that every machine comes to the same
 * result. "unknown" if the pattern is too large or has references to groups; undefined if it is quick.
 */
export function findSlowness(pattern: string): Slowness | "unknown" | undefined {
  const lookArounds = [...nodesIn(parsePattern(pattern))].filter(isLookAround);
  const within = lookArounds.map(({ alternatives }) => `^(?:${alternatives.map(({ raw }) => raw).join("|")})`);
  for (const part of [pattern, ...within]) {
    const automaton = toAutomaton(part);
    if (automaton === undefined) return "unknown";
    const slowness = new SlownessSearch(automaton).find();
    if (slowness !== undefined) return slowness;
  }
  return undefined;
}

/**
 * Whether a look-around with a repetition is tried at many places, each time going through the string: `^.*(?=a*b)`
 * takes 5 s on 60,000 characters. Such a look-around is safe only right after the first `^`, where it is tried once.
 */
export function looksFarAndOften(pattern: string): boolean {
  const tree = parsePattern(pattern);
  const [first] = tree.alternatives as [AST.Alternative];
  const [, ...behind] = isAnchored(first, "start") ? first.elements : [];
  const end = behind.findIndex((element) => !isLookAround(element));
  const safe: AST.Node[] = end === -1 ? behind : behind.slice(0, end);
  const repeats = (node: AST.Node) => node.type === "Quantifier" && node.max > 1;
  return [...nodesIn(tree)].some(
    (node) => isLookAround(node) && !safe.includes(node) && [...nodesIn(node)].some(repeats),
  );
}

type State = readonly number[];

class SlownessSearch {
  readonly #positions: readonly Position[];
  readonly #looping: readonly number[];
  #steps = 0;

  constructor(private readonly automaton: Automaton) {
    this.#positions = automaton.positions;
    const isLooping = (position: number) => this.#waysFrom(this.#next(position).keys()).has(position);
    this.#looping = [...this.#positions.keys()].filter(isLooping);
  }

  #next(position: number): Position["next"] {
    return (this.#positions[position] as Position).next;
  }

  find(): Slowness | "unknown" | undefined {
    for (const position of this.#looping) {
      if (this.automaton.ends.has(position)) continue;
      const pump = this.#twoWaysBack(position);
      if (pump !== undefined) return this.#describe("exponentially", position, pump);
    }
    for (const position of this.#looping) {
      for (const other of this.#looping) {
        if (position === other || this.automaton.ends.has(other) || !this.#mayGrow(position, other)) continue;
        const pump = this.#path([position, position, other], [position, other, other]);
        if (pump !== undefined) return this.#describe("with the square of its length", position, pump);
        if (this.#steps > MAX_STEPS) return "unknown";
      }
    }
    return undefined;
  }

  /** A quick check that rules out most pairs of positions before the search for a pump. */
  #mayGrow(position: number, other: number): boolean {
    const repeatsOf = (index: number) => (this.#positions[index] as Position).repeats;
    if (repeatsOf(position) * repeatsOf(other) <= FEW_REPEATS) return false;
    const parts = this.#path([position, position], [position, other]);
    return parts !== undefined && this.#path([position, other], [other, other]) !== undefined;
  }

  /** A string on which a position leads back to itself in two different ways; undefined if there is none. */
  #twoWaysBack(position: number): string | undefined {
    return this.#path([position, position, 0], [position, position, 1], (state) => this.#afterPair(state));
  }

  /** The shortest string that leads all positions from one state to another; undefined if there is none. */
  #path(start: State, end: State, after = (state: State) => this.#after(state)): string | undefined {
    const wanted = end.join();
    const seen = new Set<string>();
    const queue: [State, string][] = [[start, ""]];
    // States that are queued meanwhile are visited too.
    for (const [here, word] of queue) {
      if (word !== "" && this.#steps >= MAX_STEPS) return undefined;
      for (const [state, character] of after(here)) {
        const key = state.join();
        if (seen.has(key)) continue;
        seen.add(key);
        const longer = word + this.automaton.alphabet[character];
        if (key === wanted) return longer;
        queue.push([state, longer]);
      }
    }
    return undefined;
  }

  /** The states that may follow, each with a character that leads there. */
  *#after(state: State): Generator<[State, number]> {
    for (const next of choicesFrom(state.map((position) => [...this.#next(position).keys()]))) {
      this.#steps++;
      const character = this.#shared(next);
      if (character !== undefined) yield [next, character];
    }
  }

  /** Like #after, for two positions and a number that is 1 if the ways to them have separated. */
  *#afterPair([first, second, separated]: State): Generator<[State, number]> {
    for (const [state, character] of this.#after([first as number, second as number])) {
      const [next, nextOfSecond] = state as [number, number];
      // A step that can be made in two ways separates them too.
      const separates = next !== nextOfSecond || (this.#next(first as number).get(next) as number) > 1;
      yield [[next, nextOfSecond, separated === 1 || separates ? 1 : 0], character];
    }
  }

  readonly #sharedBy = new Map<string, number | undefined>();

  /** A character that all of these positions match, preferably a letter or digit; undefined if there is none. */
  #shared(positions: readonly number[]): number | undefined {
    const key = [...new Set(positions)].sort().join();
    if (this.#sharedBy.has(key)) return this.#sharedBy.get(key);
    const [first, ...others] = positions.map((position) => (this.#positions[position] as Position).takes);
    const shared = [...(first as ReadonlySet<number>)].filter((character) =>
      others.every((takes) => takes.has(character)),
    );
    const clearest =
      shared.find((character) => /[a-zA-Z0-9]/.test(this.automaton.alphabet[character] as string)) ??
      shared.find((character) => character >= 32) ??
      shared[0];
    this.#sharedBy.set(key, clearest);
    return clearest;
  }

  #describe(growth: Slowness["growth"], position: number, pump: string): Slowness {
    return { growth, prefix: this.#waysFrom(this.automaton.first).get(position) ?? "", pump };
  }

  /** Every position that can be reached, with the shortest string that leads to it. */
  #waysFrom(first: Iterable<number>): Map<number, string> {
    const ways = new Map([...first].map((position) => [position, this.#letter(position)]));
    // Positions that are added meanwhile are visited too.
    for (const [position, way] of ways)
      for (const next of this.#next(position).keys()) if (!ways.has(next)) ways.set(next, way + this.#letter(next));
    return ways;
  }

  #letter(position: number): string {
    const number = this.#shared([position]);
    return number === undefined ? "" : (this.automaton.alphabet[number] as string);
  }
}

/** Every choice of one value of each array. */
function* choicesFrom([first, ...others]: readonly number[][]): Generator<number[]> {
  if (first === undefined) yield [];
  else for (const choice of first) for (const more of choicesFrom(others)) yield [choice, ...more];
}
