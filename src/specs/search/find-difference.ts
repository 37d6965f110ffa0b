import { editsOf, type Focus } from "./edits.js";
import type { Trial } from "./trial.js";

interface Judgement {
  /** Two judges differ if their verdicts do. */
  readonly verdict: string;
  /** Identifies the way to the verdict, such as the conditions that hold. A trial with a new trace is worth editing. */
  readonly trace: string;
  /** Whether the trial is valid, so that a single edit of it is likely to be valid too. */
  readonly isValid?: boolean;
}

export type Judge = (trial: Trial) => Promise<Judgement>;

interface Question {
  readonly judges: readonly [Judge, Judge];
  readonly seeds: readonly Trial[];
  readonly focus: Focus;
  /** A number of trials and not a time, so that the same question always gets the same answer. */
  readonly budget: number;
  /** Classifies a difference between two verdicts; by default, all are of one kind. */
  readonly kindOf?: (one: string, other: string) => string;
  /** Decides by the whole packages whether a difference counts. Asked only for kinds that were not found yet. */
  readonly counts: (trial: Trial, kind: string) => Promise<boolean>;
  /** The search ends when a trial of each kind was found. The first kind matters most. */
  readonly kinds?: readonly string[];
  /** Trials that are similar to a trial whose difference does not count. */
  readonly repairs: (trial: Trial, kind: string) => Promise<readonly Trial[]>;
}

export interface Answer {
  /** The first trial of each kind that was found. */
  readonly found: ReadonlyMap<string, Trial>;
  readonly tries: number;
}

/** The number of trials that are kept to be edited. */
const MAX_KEPT = 48;
/** Asking whether a difference counts takes as long as this many trials. */
const TRIES_PER_DIFFERENCE = 2;
/** The share of the budget that is left for other kinds after the first kind was found. */
const SHARE_OF_OTHER_KINDS = 0.1;
/** The number of times that a repaired trial is repaired again. */
const MAX_REPAIRS = 3;
/** Seeds that are tried before any edit, and those that are tried between two rounds of edits. */
const FIRST_SEEDS = 12;
const SEEDS_PER_ROUND = 24;
/** The number of edits of a kept trial in each round. */
const EDITS_PER_ROUND = { first: 64, valid: 12, other: 6 };

/**
 * Looks for candidates on which two judges differ. Every seed is tried, then edited where the judges read. A trial with
 * a new trace is kept and edited in turn, so that two edits that belong together are found one after the other.
 */
export function findDifference(question: Question): Promise<Answer> {
  return new Search(question).run();
}

class Search {
  readonly #question: Question;
  readonly #kinds: readonly string[];
  readonly #found = new Map<string, Trial>();
  readonly #tried = new Set<string>();
  readonly #traces = new Set<string>();
  readonly #kept: { readonly edits: Iterator<Trial>; readonly editsPerRound: number }[] = [];
  #tries = 0;
  #limit: number;

  constructor(question: Question) {
    this.#question = question;
    this.#kinds = question.kinds ?? [""];
    this.#limit = question.budget;
  }

  async run(): Promise<Answer> {
    const { seeds } = this.#question;
    for (const seed of seeds.slice(0, FIRST_SEEDS)) await this.#try(seed);
    let next = FIRST_SEEDS;
    for (let isMore = true; isMore && !this.#isDone; next += SEEDS_PER_ROUND) {
      for (const seed of seeds.slice(next, next + SEEDS_PER_ROUND)) await this.#try(seed);
      const isEdited = await this.#tryEdits();
      isMore = isEdited || next < seeds.length;
    }
    return { found: this.#found, tries: this.#tries };
  }

  get #isDone(): boolean {
    return this.#tries >= this.#limit || this.#kinds.every((kind) => this.#found.has(kind));
  }

  /** Tries the next edits of every kept trial. False if there are none left. */
  async #tryEdits(): Promise<boolean> {
    let isEdited = false;
    // Trials that are kept meanwhile are edited in the same round.
    for (const { edits, editsPerRound } of this.#kept) {
      for (let number = 0; number < editsPerRound && !this.#isDone; number++) {
        const edited = edits.next();
        if (edited.done === true) break;
        isEdited = true;
        await this.#try(edited.value);
      }
    }
    return isEdited;
  }

  async #try(trial: Trial, repairs = 0): Promise<void> {
    const text = JSON.stringify(trial);
    if (this.#isDone || this.#tried.has(text)) return;
    this.#tried.add(text);
    this.#tries++;
    const { judges, kindOf = () => "" } = this.#question;
    const [one, other] = [await judges[0](trial), await judges[1](trial)];
    const differ = one.verdict !== other.verdict;
    const kind = kindOf(one.verdict, other.verdict);
    const isWanted = differ && this.#kinds.includes(kind) && !this.#found.has(kind);
    const isFound = isWanted && (await this.#counts(trial, kind));
    const isValid = one.isValid === true || other.isValid === true;
    this.#keep(trial, `${one.trace} ${other.trace} ${differ}`, isValid);
    if (!isWanted || isFound || repairs === MAX_REPAIRS) return;
    for (const repaired of await this.#question.repairs(trial, kind)) await this.#try(repaired, repairs + 1);
  }

  async #counts(trial: Trial, kind: string): Promise<boolean> {
    const { counts, budget } = this.#question;
    this.#tries += TRIES_PER_DIFFERENCE;
    if (!(await counts(trial, kind))) return false;
    this.#found.set(kind, trial);
    if (this.#found.has(this.#kinds[0] as string))
      this.#limit = Math.min(budget, this.#tries + budget * SHARE_OF_OTHER_KINDS);
    return true;
  }

  #keep(trial: Trial, trace: string, isValid: boolean): void {
    if (this.#traces.has(trace) || this.#kept.length >= MAX_KEPT) return;
    this.#traces.add(trace);
    const { first, valid, other } = EDITS_PER_ROUND;
    const editsPerRound = this.#kept.length < 2 ? first : isValid ? valid : other;
    this.#kept.push({ edits: editsOf(trial, this.#question.focus), editsPerRound });
  }
}
