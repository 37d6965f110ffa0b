import { type Automaton, lookAroundsIn, type Position, toAutomaton } from "./automaton.js";

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
 * verdict. "unknown" if the pattern is too large or has references to groups; undefined if it is quick.
 */
export function findSlowness(pattern: string): Slowness | "unknown" | undefined {
  for (const part of [pattern, ...lookAroundsIn(pattern)]) {
    const automaton = toAutomaton(part);
    if (automaton === undefined) return "unknown";
    const found = new Search(automaton).find();
    if (found !== undefined) return found;
  }
  return undefined;
}

type State = readonly number[];

class Search {
  readonly #positions: readonly Position[];
  readonly #looping: readonly number[];
  #steps = 0;

  constructor(private readonly automaton: Automaton) {
    this.#positions = automaton.positions;
    this.#looping = this.#positions.map((_, number) => number).filter((number) => this.#reaches(number, number));
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
        const pump = this.#path([position, position, other], (state) => isState(state, [position, other, other]));
        if (pump !== undefined) return this.#describe("with the square of its length", position, pump);
        if (this.#steps > MAX_STEPS) return "unknown";
      }
    }
    return undefined;
  }

  /** A quick check that rules out most pairs of positions before the search for a pump. */
  #mayGrow(position: number, other: number): boolean {
    const repeatsOf = (at: number) => (this.#positions[at] as Position).repeats;
    if (repeatsOf(position) * repeatsOf(other) <= FEW_REPEATS) return false;
    const parts = this.#path([position, position], (state) => isState(state, [position, other]));
    return (
      parts !== undefined && this.#path([position, other], (state) => isState(state, [other, other])) !== undefined
    );
  }

  /** A string on which a position leads back to itself in two different ways; undefined if there is none. */
  #twoWaysBack(position: number): string | undefined {
    const isBack = (state: State) => state[0] === position && state[1] === position && state[2] === 1;
    return this.#path([position, position, 0], isBack, true);
  }

  /** The shortest string that leads all positions of a state to a wanted state; undefined if there is none. */
  #path(start: State, isWanted: (state: State) => boolean, isPair = false): string | undefined {
    const seen = new Map<string, { before: string | undefined; character: number }>();
    const startKey = start.join();
    const queue: State[] = [];
    const visit = (state: State, before: string, character: number): boolean => {
      const key = state.join();
      if (seen.has(key)) return false;
      seen.set(key, { before, character });
      queue.push(state);
      return isWanted(state);
    };
    const word = (state: State): string => {
      let text = "";
      for (
        let at = seen.get(state.join());
        at !== undefined;
        at = at.before === startKey || at.before === undefined ? undefined : seen.get(at.before)
      )
        text = this.automaton.alphabet[at.character] + text;
      return text;
    };
    for (const [state, character] of this.#after(start, isPair))
      if (visit(state, startKey, character)) return word(state);
    for (let at = 0; at < queue.length && this.#steps < MAX_STEPS; at++) {
      const here = queue[at] as State;
      for (const [state, character] of this.#after(here, isPair))
        if (visit(state, here.join(), character)) return word(state);
    }
    return undefined;
  }

  /** The states that may follow. In a pair, the third number is 1 if the two ways have separated. */
  *#after(state: State, isPair: boolean): Generator<[State, number]> {
    const positions = isPair ? state.slice(0, 2) : state;
    const nexts = positions.map((position) => [...(this.#positions[position] as Position).next]);
    const combine = function* (at: number, chosen: [number, number][]): Generator<[number, number][]> {
      if (at === nexts.length) yield chosen;
      else for (const next of nexts[at] as [number, number][]) yield* combine(at + 1, [...chosen, next]);
    };
    for (const chosen of combine(0, [])) {
      this.#steps++;
      const character = this.#shared(chosen.map(([position]) => position));
      if (character === undefined) continue;
      if (!isPair) yield [chosen.map(([position]) => position), character];
      else {
        const [one, other] = chosen as [[number, number], [number, number]];
        // A step that can be made in two ways separates them too.
        const parts = one[0] !== other[0] || one[1] > 1;
        yield [[one[0], other[0], state[2] === 1 || parts ? 1 : 0], character];
      }
    }
  }

  readonly #sharedBy = new Map<string, number | undefined>();

  /** A character that all of these positions match, preferably a letter or digit; undefined if there is none. */
  #shared(positions: readonly number[]): number | undefined {
    const key = [...new Set(positions)].sort().join();
    if (this.#sharedBy.has(key)) return this.#sharedBy.get(key);
    const [first, ...others] = positions.map((position) => (this.#positions[position] as Position).takes);
    const all = [...(first as ReadonlySet<number>)].filter((character) =>
      others.every((takes) => takes.has(character)),
    );
    const found =
      all.find((character) => /[a-zA-Z0-9]/.test(this.automaton.alphabet[character] as string)) ??
      all.find((character) => character >= 32) ??
      all[0];
    this.#sharedBy.set(key, found);
    return found;
  }

  #reaches(from: number, to: number): boolean {
    const seen = new Set<number>();
    const stack = [...(this.#positions[from] as Position).next.keys()];
    for (let here = stack.pop(); here !== undefined; here = stack.pop()) {
      if (here === to) return true;
      if (seen.has(here)) continue;
      seen.add(here);
      stack.push(...(this.#positions[here] as Position).next.keys());
    }
    return false;
  }

  #describe(growth: Slowness["growth"], position: number, pump: string): Slowness {
    return { growth, prefix: this.#wayTo(position), pump };
  }

  /** The shortest string that leads to a position. */
  #wayTo(position: number): string {
    const seen = new Map<number, string>();
    const queue = [...this.automaton.first];
    for (const first of queue) seen.set(first, this.#letter(first));
    for (let at = 0; at < queue.length; at++) {
      const here = queue[at] as number;
      if (here === position) break;
      for (const next of (this.#positions[here] as Position).next.keys()) {
        if (seen.has(next)) continue;
        seen.set(next, (seen.get(here) as string) + this.#letter(next));
        queue.push(next);
      }
    }
    return seen.get(position) ?? "";
  }

  #letter(position: number): string {
    const number = this.#shared([position]);
    return number === undefined ? "" : (this.automaton.alphabet[number] as string);
  }
}

function isState(state: State, wanted: State): boolean {
  return state.every((position, index) => position === wanted[index]);
}
