import type { AST } from "@eslint-community/regexpp";
import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import { isAnchored, isLookAround, nodesIn, parsePattern } from "../../ground/patterns/pattern-parts.js";
import { type Automaton, type Position, toAutomaton } from "./automaton.js";

/** Strings on which a pattern is slow: `prefix`, followed by repetitions of `pump`. */
interface Slowness {
  readonly growth: "exponentially" | "faster than the square of its length" | "with the square of its length";
  readonly prefix: string;
  readonly pump: string;
}

/** The search takes at most a few seconds. */
const MAX_STEPS = 1_000_000;
/** Repetitions are quick if they can share characters in at most this many ways. */
const FEW_WAYS = 100_000;

/**
 * Finds strings on which a pattern is slow: if there are two ways to match the same repeated characters, all
 * combinations are tried when the rest does not match. The analysis is static, so that every machine comes to the same
 * result. "unknown" if the pattern is too large or has references to groups; undefined if it is quick.
 */
export function findSlowness(pattern: string): Slowness | "unknown" | undefined {
  const lookArounds = [...nodesIn(parsePattern(pattern))].filter(isLookAround);
  const within = lookArounds.map(({ alternatives }) => `^(?:${alternatives.map(({ raw }) => raw).join("|")})`);
  for (const part of [pattern, ...within]) {
    const exact = toAutomaton(part);
    // Small repetitions that are written out are in no loop; many of them together are slow all the same.
    const automaton = exact !== undefined && exact.ways > FEW_WAYS ? toAutomaton(part, "loops") : exact;
    if (automaton === undefined) return "unknown";
    const slowness = searchIn(automaton);
    if (slowness !== undefined) return slowness;
  }
  return undefined;
}

function searchIn(automaton: Automaton): Slowness | "unknown" | undefined {
  try {
    return new SlownessSearch(automaton).find();
  } catch (error) {
    if (error instanceof OutOfSteps) return "unknown";
    throw error;
  }
}

class OutOfSteps extends Error {}

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

/** Two repetitions that share characters: on repetitions of `pump`, the second can take over at any of them. */
interface Overlap {
  readonly position: number;
  readonly other: number;
  readonly pump: string;
}

class SlownessSearch {
  readonly #positions: readonly Position[];
  /** The positions that lead back to themselves, each with all positions that it leads to. */
  readonly #looping: ReadonlyMap<number, ReadonlySet<number>>;
  #steps = 0;

  constructor(private readonly automaton: Automaton) {
    this.#positions = automaton.positions;
    const reached = [...this.#positions.keys()].map(
      (position) => [position, new Set(this.#waysFrom(this.#next(position).keys()).keys())] as const,
    );
    this.#looping = new Map(reached.filter(([position, positions]) => positions.has(position)));
  }

  #next(position: number): Position["next"] {
    return (this.#positions[position] as Position).next;
  }

  find(): Slowness | undefined {
    return this.#findExponential() ?? this.#findPolynomial();
  }

  #findExponential(): Slowness | undefined {
    const quick: number[] = [];
    for (const position of this.#looping.keys()) {
      // If one position of a loop leads back to itself in two ways, all positions of the loop do.
      if (this.automaton.ends.has(position) || quick.some((other) => this.#areInOneLoop(position, other))) continue;
      const pump = this.#twoWaysBack(position);
      if (pump !== undefined) return this.#describe("exponentially", { position, pump });
      quick.push(position);
    }
    return undefined;
  }

  #findPolynomial(): Slowness | undefined {
    const overlaps = [...this.#overlaps()];
    const repeatsOf = (index: number) => (this.#positions[index] as Position).repeats;
    const following = ({ other }: Overlap) => {
      this.#countSteps(overlaps.length);
      return overlaps.filter(({ position }) => position === other || this.#looping.get(other)?.has(position));
    };
    /** In how many ways the repetitions of an overlap, and of those that follow it, can share characters. */
    const waysOf = cacheByObject((overlap: Overlap): number => {
      const { position, other } = overlap;
      const after = following(overlap).map((next) => waysOf(next) * (next.position === other ? 1 : repeatsOf(other)));
      return repeatsOf(position) * Math.max(repeatsOf(other), ...after);
    });
    const slow = overlaps.filter((overlap) => waysOf(overlap) > FEW_WAYS);
    const fastest = slow.find((overlap) => following(overlap).length > 0);
    if (fastest !== undefined) return this.#describe("faster than the square of its length", fastest);
    return slow[0] && this.#describe("with the square of its length", slow[0]);
  }

  /** Pairs of repetitions in which the second can take over from the first at every repetition of a string. */
  *#overlaps(): Generator<Overlap> {
    for (const position of this.#looping.keys()) {
      const others = [...this.#looping.keys()].filter((other) => this.#mayOverlap(position, other));
      if (others.length === 0) continue;
      const states = this.#statesAfter([position, position]);
      for (const other of others) {
        // Two quick searches rule out most positions.
        if (!states.has(`${position},${other}`) || this.#path([position, other], [other, other]) === undefined)
          continue;
        const pump = this.#path([position, position, other], [position, other, other]);
        if (pump !== undefined) yield { position, other, pump };
      }
    }
  }

  /** Whether a repetition at one position may follow that at another. In one loop, that would be exponential. */
  #mayOverlap(position: number, other: number): boolean {
    const isLater = this.#looping.get(position)?.has(other) === true && !this.#areInOneLoop(position, other);
    return isLater && !this.automaton.ends.has(other);
  }

  #areInOneLoop(position: number, other: number): boolean {
    return this.#looping.get(position)?.has(other) === true && this.#looping.get(other)?.has(position) === true;
  }

  /** A string on which a position leads back to itself in two different ways; undefined if there is none. */
  #twoWaysBack(position: number): string | undefined {
    return this.#path([position, position, 0], [position, position, 1], (state) => this.#afterPair(state));
  }

  /** The shortest string that leads all positions from one state to another; undefined if there is none. */
  #path(start: State, end: State, after?: (state: State) => Generator<[State, number]>): string | undefined {
    return this.#statesAfter(start, after, end.join()).get(end.join());
  }

  /** The states that follow, up to the last one if it is given, each with the shortest string that leads to it. */
  #statesAfter(start: State, after = (state: State) => this.#after(state), last?: string): Map<string, string> {
    const words = new Map<string, string>();
    const queue: [State, string][] = [[start, ""]];
    // States that are queued meanwhile are visited too.
    for (const [here, word] of queue) {
      for (const [state, character] of after(here)) {
        const key = state.join();
        if (words.has(key)) continue;
        const longer = word + this.automaton.alphabet[character];
        words.set(key, longer);
        if (key === last) return words;
        queue.push([state, longer]);
      }
    }
    return words;
  }

  /** The states that may follow, each with a character that leads there. */
  *#after([first, ...others]: State): Generator<[State, number]> {
    for (const next of this.#next(first as number).keys()) {
      for (const more of choicesFrom(others.map((position) => this.#nextSharing(position, next)))) {
        this.#countSteps(1);
        const state = [next, ...more];
        const character = this.#shared(state);
        if (character !== undefined) yield [state, character];
      }
    }
  }

  readonly #sharing = new Map<number, readonly number[]>();

  /** The positions after one that share a character with another position. */
  #nextSharing(position: number, other: number): readonly number[] {
    const key = position * this.#positions.length + other;
    const known = this.#sharing.get(key);
    if (known !== undefined) return known;
    const next = [...this.#next(position).keys()];
    this.#countSteps(next.length);
    const sharing = next.filter((following) => this.#shared([following, other]) !== undefined);
    this.#sharing.set(key, sharing);
    return sharing;
  }

  #countSteps(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS) throw new OutOfSteps();
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

  #describe(growth: Slowness["growth"], { position, pump }: Pick<Overlap, "position" | "pump">): Slowness {
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
function* choicesFrom([first, ...others]: readonly (readonly number[])[]): Generator<number[]> {
  if (first === undefined) yield [];
  else for (const choice of first) for (const more of choicesFrom(others)) yield [choice, ...more];
}
