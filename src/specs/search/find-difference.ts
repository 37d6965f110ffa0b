import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { Problem } from "../../engine/problem.js";
import { editsOf } from "./edits.js";
import { type ComparedParts, type Focus, focusOn } from "./focus.js";
import type { Judge } from "./judges.js";
import { repairsOf } from "./repairs.js";
import { distinct, interleave, type Specimen, seedsOf } from "./specimen.js";

interface Question {
  readonly judges: readonly [Judge, Judge];
  /** The whole packages. Their examples are the seeds. */
  readonly specs: readonly [CompiledSpec, ...CompiledSpec[]];
  /** The parts in which the judges differ. */
  readonly parts: ComparedParts;
  /** The rules whose examples are tried first. */
  readonly names: readonly string[];
  /**
   * How many specimens are tried: by default, 500. It is a number and not a time, so that the same question always gets
   * the same answer.
   */
  readonly budget?: number;
  /** Decides by the whole packages whether a difference counts. Asked only for kinds that were not found yet. */
  readonly counts: (specimen: Specimen, kind: string) => Promise<boolean>;
  /** Whether an error is to be repaired; by default, all are. */
  readonly isToBeRepaired?: (problem: Problem) => boolean;
  /** The search ends when a specimen of each kind was found. The first kind matters most; by default, there is one. */
  readonly kinds?: readonly string[];
  /** Classifies a difference between two decisions. */
  readonly kindOf?: (one: string, other: string) => string;
  /** The package for which a specimen is repaired if its difference does not count; by default, the first. */
  readonly repairedFor?: (kind: string) => CompiledSpec;
}

/** The share of the budget that is left for other kinds after the first kind was found. */
const SHARE_OF_OTHER_KINDS = 0.1;
/** The number of seeds, and of edits of each kept specimen, that are tried in each round. */
const PER_ROUND = 48;

/** Looks for a candidate on which two judges differ. */
export async function findDifference(question: Question): Promise<{ specimen: Specimen | undefined; tries: number }> {
  const { found, tries } = await findDifferences(question);
  return { specimen: found.get(""), tries };
}

/**
 * Looks for candidates on which two judges differ, one of each kind. Every seed is tried, then edited where the judges
 * read. A specimen that shows a new behavior is kept and edited in turn, so that two edits that belong together are
 * found one after the other.
 */
export function findDifferences(question: Question) {
  const byDefault = {
    budget: 500,
    kinds: [""],
    kindOf: () => "",
    isToBeRepaired: () => true,
    repairedFor: () => question.specs[0],
  };
  return new Search({ ...byDefault, ...question }).run();
}

class Search {
  readonly #seeds: readonly Specimen[];
  readonly #focus: Focus;
  readonly #found = new Map<string, Specimen>();
  readonly #tried = new Set<string>();
  readonly #behaviors = new Set<string>();
  readonly #kept: Iterator<Specimen>[] = [];
  #tries = 0;
  #limit: number;

  constructor(private readonly question: Required<Question>) {
    const { specs, parts, names, budget } = question;
    // The packages take turns, because the examples of a changed rule may be gone from one of them.
    this.#seeds = distinct(interleave(...specs.map((spec) => seedsOf(spec, names))));
    this.#focus = focusOn(specs, parts, this.#seeds);
    this.#limit = budget;
  }

  async run() {
    let isEdited = true;
    for (let next = 0; !this.#isDone && (isEdited || next < this.#seeds.length); next += PER_ROUND) {
      for (const seed of this.#seeds.slice(next, next + PER_ROUND)) await this.#try(seed);
      isEdited = await this.#tryEdits();
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
    for (const edits of this.#kept) {
      for (let number = 0; number < PER_ROUND && !this.#isDone; number++) {
        const edited = edits.next();
        if (edited.done === true) break;
        isEdited = true;
        await this.#try(edited.value);
      }
    }
    return isEdited;
  }

  async #try(specimen: Specimen): Promise<void> {
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
    const behavior = `${first.behavior} ${second.behavior} ${differ}`;
    if (!this.#behaviors.has(behavior)) this.#kept.push(editsOf(specimen, this.#focus));
    this.#behaviors.add(behavior);
    if (!isWanted || isFound) return;
    for (const repaired of await repairsOf(specimen, repairedFor(kind), isToBeRepaired)) await this.#try(repaired);
  }

  async #counts(specimen: Specimen, kind: string): Promise<boolean> {
    const { counts, budget, kinds } = this.question;
    if (!(await counts(specimen, kind))) return false;
    this.#found.set(kind, specimen);
    if (this.#found.has(kinds[0] as string))
      this.#limit = Math.min(budget, this.#tries + budget * SHARE_OF_OTHER_KINDS);
    return true;
  }
}
