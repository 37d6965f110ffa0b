import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { Occurrence } from "../../engine/problem.js";
import { makeEdits } from "./edits.js";
import { type ComparedParts, type Focus, focusOn } from "./focus.js";
import type { Judge } from "./judges.js";
import { makeRepairs } from "./repairs.js";
import { distinct, interleave, makeSeeds, type Specimen } from "./specimen.js";

interface Question {
  readonly judges: readonly [Judge, Judge];
  /** The whole packages. Their examples are the seeds. */
  readonly specs: readonly [CompiledSpec, ...CompiledSpec[]];
  /** The parts in which the judges differ. */
  readonly parts: ComparedParts;
  /** The rules whose examples are tried first. */
  readonly names: readonly string[];
  /** A number of specimens and not a time: the same question always gets the same answer. */
  readonly budget: number;
  /** Decides by the whole packages whether a difference counts. Asked only for kinds that were not found yet. */
  readonly counts: (specimen: Specimen, kind: string) => Promise<boolean>;
  /** Whether an error is to be repaired; by default, all are. */
  readonly isToBeRepaired?: (error: Occurrence) => boolean;
  /** The search ends when a specimen of each kind was found. The first kind matters most; by default, there is one. */
  readonly kinds?: readonly string[];
  /** Classifies a difference between two decisions. */
  readonly kindOf?: (first: string, second: string) => string;
  /** The package for which a specimen is repaired if its difference does not count; by default, the first. */
  readonly repairedFor?: (kind: string) => CompiledSpec;
}

/** The number of specimens that are kept to be edited. */
const MAX_KEPT_SPECIMENS = 48;
/** Asking whether a difference counts takes as long as this many specimens. */
const TRIES_PER_DIFFERENCE = 2;
/** The share of the budget that is left for other kinds after the first kind was found. */
const SHARE_OF_OTHER_KINDS = 0.1;
/** The number of times that a repaired specimen is repaired again. */
const MAX_REPAIRS = 3;
/** Seeds that are tried before any edit, and those that are tried between two rounds of edits. */
const FIRST_SEEDS = 12;
const SEEDS_PER_ROUND = 24;
/** The number of edits of a kept specimen in each round. */
const EDITS_PER_ROUND = { first: 64, valid: 12, other: 6 };

/** Looks for a candidate on which two judges differ. */
export async function findDifference(question: Question): Promise<{ specimen: Specimen | undefined; tries: number }> {
  const { found, tries } = await findDifferences(question);
  return { specimen: found.get(""), tries };
}

/**
 * Looks for candidates on which two judges differ, one of each kind. Every seed is tried, then edited where the judges
 * read. A specimen that shows a new behavior is kept and edited in turn, which finds two edits that belong together.
 */
export function findDifferences(question: Question) {
  const repairedFor = () => question.specs[0];
  return new DifferenceSearch({
    kinds: [""],
    kindOf: () => "",
    isToBeRepaired: () => true,
    repairedFor,
    ...question,
  }).run();
}

class DifferenceSearch {
  readonly #seeds: readonly Specimen[];
  readonly #focus: Focus;
  readonly #found = new Map<string, Specimen>();
  readonly #tried = new Set<string>();
  readonly #behaviors = new Set<string>();
  readonly #kept: { readonly edits: Iterator<Specimen>; readonly editsPerRound: number }[] = [];
  #tries = 0;
  #limit: number;

  constructor(private readonly question: Required<Question>) {
    const { specs, parts, names, budget } = question;
    // The packages take turns, because the examples of a changed rule may be gone from one of them.
    this.#seeds = distinct(interleave(...specs.map((spec) => makeSeeds(spec, names))));
    this.#focus = focusOn(specs, parts, this.#seeds);
    this.#limit = budget;
  }

  async run() {
    const seeds = this.#seeds;
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
    return this.#tries >= this.#limit || this.question.kinds.every((kind) => this.#found.has(kind));
  }

  /** Tries the next edits of every kept specimen. False if there are none left. */
  async #tryEdits(): Promise<boolean> {
    let isEdited = false;
    // Specimens that are kept meanwhile are edited in the same round.
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

  async #try(specimen: Specimen, repairs = 0): Promise<void> {
    const text = JSON.stringify(specimen);
    if (this.#isDone || this.#tried.has(text)) return;
    this.#tried.add(text);
    this.#tries++;
    const { judges, kinds, kindOf, repairedFor, isToBeRepaired } = this.question;
    const [first, second] = [await judges[0](specimen), await judges[1](specimen)];
    const differ = first.decision !== second.decision;
    const kind = kindOf(first.decision, second.decision);
    const isWanted = differ && kinds.includes(kind) && !this.#found.has(kind);
    const isFound = isWanted && (await this.#counts(specimen, kind));
    const isValid = first.isValid === true || second.isValid === true;
    this.#keep(specimen, `${first.behavior} ${second.behavior} ${differ}`, isValid);
    if (!isWanted || isFound || repairs === MAX_REPAIRS) return;
    for (const repaired of await makeRepairs(specimen, repairedFor(kind), isToBeRepaired))
      await this.#try(repaired, repairs + 1);
  }

  async #counts(specimen: Specimen, kind: string): Promise<boolean> {
    const { counts, budget, kinds } = this.question;
    this.#tries += TRIES_PER_DIFFERENCE;
    if (!(await counts(specimen, kind))) return false;
    this.#found.set(kind, specimen);
    if (this.#found.has(kinds[0] as string))
      this.#limit = Math.min(budget, this.#tries + budget * SHARE_OF_OTHER_KINDS);
    return true;
  }

  #keep(specimen: Specimen, behavior: string, isValid: boolean): void {
    if (this.#behaviors.has(behavior) || this.#kept.length >= MAX_KEPT_SPECIMENS) return;
    this.#behaviors.add(behavior);
    const { first, valid, other } = EDITS_PER_ROUND;
    const editsOfLater = isValid ? valid : other;
    const editsPerRound = this.#kept.length < 2 ? first : editsOfLater;
    this.#kept.push({ edits: makeEdits(specimen, this.#focus), editsPerRound });
  }
}
