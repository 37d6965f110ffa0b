import { collectExactAlphabet } from "../../ground/patterns/alphabet.js";
import { type Step, stepsReached, toAutomaton } from "../../ground/patterns/automaton.js";

/** Strings that only one of two patterns matches, of different lengths, the shortest first. */
interface LanguageDifference {
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
}

const MAX_STEPS = 4_000;
/** The work of all strings, about two seconds: what is read, and the characters that patterns could take there. */
const MAX_WORK = 3_000_000;
const WORK_PER_READ = 10;
const MAX_LENGTH = 80;

/** What is known of a string by one pattern: it matches whatever follows, or steps that go on. */
type State = "matched" | readonly Step[];

/** What is known of a string by all patterns. */
interface Node {
  readonly states: readonly State[];
  readonly before: string | undefined;
  readonly word: string;
}

/**
 * Compares the languages of two patterns exactly, among the strings that all `others` match. Undefined if that takes too
 * much, or if a pattern looks around or refers to a group.
 */
export function compareLanguages(
  before: string,
  after: string,
  others: readonly string[] = [],
): LanguageDifference | undefined {
  const patterns = [before, after, ...others];
  const starts = patterns.map((pattern) => toAutomaton(pattern, MAX_STEPS));
  if (!starts.every((start) => start !== undefined)) return undefined;
  return new Comparison(starts, collectExactAlphabet(patterns)).compare();
}

class Comparison {
  readonly #ids = new Map<Step, number>();
  readonly #seen = new Set<string>();
  readonly #onlyBefore: string[] = [];
  readonly #onlyAfter: string[] = [];
  #work = 0;

  constructor(
    private readonly starts: readonly Step[],
    private readonly letters: readonly string[],
  ) {}

  /** Reads all strings at once, one character after the other. Those that lead to the same states are one. */
  compare(): LanguageDifference | undefined {
    let nodes: Node[] = [{ states: this.starts.map(() => []), before: undefined, word: "" }];
    for (let length = 0; nodes.length > 0; length++) {
      // Checks leave the empty string to the limits of length.
      if (length > 0) this.#judge(nodes);
      const longer = new Map<string, Node>();
      for (const node of nodes)
        for (const letter of this.letters) {
          if (this.#work > MAX_WORK) return this.#isDifferent ? this.#difference : undefined;
          const next = this.#read(node, letter);
          const key = this.#keyOf(next);
          if (!longer.has(key)) longer.set(key, next);
        }
      const isNew = [...longer.keys()].some((key) => !this.#seen.has(key));
      for (const key of longer.keys()) this.#seen.add(key);
      // Once no state is new, nothing but longer strings can be found.
      nodes = isNew || (length < MAX_LENGTH && this.#isDifferent) ? [...longer.values()] : [];
    }
    return this.#difference;
  }

  get #difference(): LanguageDifference {
    return { onlyBefore: this.#onlyBefore, onlyAfter: this.#onlyAfter };
  }

  get #isDifferent(): boolean {
    return this.#onlyBefore.length + this.#onlyAfter.length > 0;
  }

  /** Keeps one string of this length for each direction. */
  #judge(nodes: readonly Node[]): void {
    const found = { before: false, after: false };
    for (const { states, before, word } of nodes) {
      const [inBefore, inAfter, ...inOthers] = states.map((state, at) => this.#accepts(state, at, before));
      if (inBefore === inAfter || inOthers.includes(false)) continue;
      if (inBefore === true && !found.before) this.#onlyBefore.push(word);
      if (inAfter === true && !found.after) this.#onlyAfter.push(word);
      found.before ||= inBefore === true;
      found.after ||= inAfter === true;
    }
  }

  #accepts(state: State, at: number, before: string | undefined): boolean {
    return state === "matched" || stepsReached([...state, this.starts[at] as Step], before, undefined).isMatch;
  }

  #read({ states, before, word }: Node, letter: string): Node {
    this.#work += WORK_PER_READ;
    const next = states.map((state, at): State => {
      if (state === "matched") return state;
      const reached = stepsReached([...state, this.starts[at] as Step], before, letter);
      this.#work += reached.takes.length;
      return reached.isMatch ? "matched" : reached.takes.filter(({ takes }) => takes(letter)).map((step) => step.next);
    });
    return { states: next, before: letter, word: word + letter };
  }

  #keyOf({ states, before }: Node): string {
    const idOf = (step: Step) => {
      const id = this.#ids.get(step) ?? this.#ids.size;
      this.#ids.set(step, id);
      return id;
    };
    const keys = states.map((state) =>
      state === "matched" ? state : [...new Set(state.map(idOf))].sort((a, b) => a - b).join(),
    );
    // Only \\b asks about the character before.
    return `${keys.join(";")} ${/\w/.test(before ?? "")}`;
  }
}
