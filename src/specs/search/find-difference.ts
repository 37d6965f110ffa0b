import { editsOf, type Focus } from "./edits.js";
import type { Trial } from "./trial.js";

/** The verdict is what two judges are compared by; the trace says what a judge went by. */
interface Judgement {
  readonly verdict: string;
  readonly trace: string;
  /** Whether the trial is valid, so that what is edited next is likely to be valid but for the edit. */
  readonly isValid?: boolean;
}

export type Judge = (trial: Trial) => Promise<Judgement>;

interface Question {
  readonly judges: readonly [Judge, Judge];
  readonly seeds: readonly Trial[];
  readonly focus: Focus;
  /** The number of trials, whatever they cost: the same question always gets the same answer. */
  readonly budget: number;
  /** The kind of a difference between two verdicts; one where there is nothing to tell apart. */
  readonly kindOf?: (one: string, other: string) => string;
  /** Whether a difference counts. Whole packages are asked here, and only where the kind was not found yet. */
  readonly counts: (trial: Trial, kind: string) => Promise<boolean>;
  /** The search ends when a trial of each kind was found; the first one matters most. */
  readonly kinds?: readonly string[];
  /** Trials near one whose difference does not count. */
  readonly repairs: (trial: Trial, kind: string) => Promise<readonly Trial[]>;
}

export interface Answer {
  /** The first trial of each kind that was met. */
  readonly found: ReadonlyMap<string, Trial>;
  readonly tries: number;
}

/** The kind of all differences where there is one kind. */
export const DIFFERENCE = "difference";
/** Trials that are kept to be edited in turn. */
const MAX_KEPT = 48;
const TRIES_OF_A_DIFFERENCE = 2;
/** How much of the budget is left for other kinds behind the first one. */
const SHARE_OF_OTHER_KINDS = 0.1;
/** How often a repaired trial is repaired again. */
const MAX_REPAIRS = 3;
/** How many edits of a kept trial are tried before it is the turn of the next one. */
const FIRST_SEEDS = 12;
const SEEDS_IN_TURN = 24;
const TURNS = { first: 64, valid: 12, other: 6 };

/**
 * Looks for candidates on which two judges differ. Every seed is tried, then edited where the judges read. A trial with
 * a trace that no other had is kept and edited in turn, so that two edits that belong together are found one after the
 * other.
 */
export async function findDifference(question: Question): Promise<Answer> {
  const { judges, seeds, focus, budget, kinds = [DIFFERENCE], kindOf = () => DIFFERENCE, counts, repairs } = question;
  const found = new Map<string, Trial>();
  const seen = new Set<string>();
  const traces = new Set<string>();
  const kept: { edits: Iterator<Trial>; turns: number }[] = [];
  let tries = 0;
  let limit = budget;
  const isDone = () => tries >= limit || kinds.every((kind) => found.has(kind));
  const attempt = async (trial: Trial, depth = 0): Promise<void> => {
    const text = JSON.stringify(trial);
    if (isDone() || seen.has(text)) return;
    seen.add(text);
    tries++;
    const [one, other] = [await judges[0](trial), await judges[1](trial)];
    const differ = one.verdict !== other.verdict;
    const kind = kindOf(one.verdict, other.verdict);
    const isWanted = differ && kinds.includes(kind) && !found.has(kind);
    // Whole packages take as long as some trials.
    if (isWanted) tries += TRIES_OF_A_DIFFERENCE;
    const isFound = isWanted && (await counts(trial, kind));
    if (isFound) {
      found.set(kind, trial);
      if (found.has(kinds[0] as string)) limit = Math.min(budget, tries + budget * SHARE_OF_OTHER_KINDS);
    }
    const trace = `${one.trace} ${other.trace} ${differ}`;
    if (!traces.has(trace) && kept.length < MAX_KEPT) {
      traces.add(trace);
      const isNear = one.isValid === true || other.isValid === true;
      const turns = kept.length < 2 ? TURNS.first : isNear ? TURNS.valid : TURNS.other;
      kept.push({ edits: editsOf(trial, focus), turns });
    }
    if (!isWanted || isFound || depth === MAX_REPAIRS) return;
    for (const near of await repairs(trial, kind)) await attempt(near, depth + 1);
  };
  const tryNext = async (some: Iterable<Trial>) => {
    for (const seed of some) await attempt(seed);
  };
  await tryNext(seeds.slice(0, FIRST_SEEDS));
  let next = FIRST_SEEDS;
  for (let isMore = true; isMore && !isDone(); ) {
    isMore = next < seeds.length;
    await tryNext(seeds.slice(next, next + SEEDS_IN_TURN));
    next += SEEDS_IN_TURN;
    for (let at = 0; at < kept.length; at++) {
      const { edits, turns } = kept[at] as (typeof kept)[number];
      for (let turn = 0; turn < turns && !isDone(); turn++) {
        const edited = edits.next();
        if (edited.done === true) break;
        isMore = true;
        await attempt(edited.value);
      }
    }
  }
  return { found, tries };
}
