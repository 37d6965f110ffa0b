import { editsOf, type Focus, placesIn } from "./edits.js";
import type { Trial } from "./trial.js";

/** The verdict is what two judges are compared by; the trace says what a judge went by. */
export interface Judgement {
  readonly verdict: string;
  readonly trace: string;
  /** Whether the trial is valid, so that what is edited next is likely to be valid but for the edit. */
  readonly isValid?: boolean;
}

export type Judge = (trial: Trial) => Promise<Judgement>;

export interface Question {
  readonly judges: readonly [Judge, Judge];
  readonly seeds: readonly Trial[];
  readonly focus: Focus;
  /** The number of trials, whatever they cost: the same question always gets the same answer. */
  readonly budget: number;
  /** The kind of difference that a trial on which the judges differ shows; undefined where it does not count. */
  readonly kindOf: (trial: Trial) => Promise<string | undefined>;
  /** The search ends when a trial of each kind was found. */
  readonly kinds: readonly string[];
  /** Trials near one whose difference does not count. */
  readonly repairs: (trial: Trial) => Promise<readonly Trial[]>;
}

export interface Answer {
  /** The first trial of each kind that was met. */
  readonly found: ReadonlyMap<string, Trial>;
  readonly tries: number;
}

/** Trials that are kept to be edited in turn. */
const MAX_KEPT = 48;
const TRIES_OF_A_DIFFERENCE = 2;
/** How often a repaired trial is repaired again. */
const MAX_REPAIRS = 3;
/** How many edits of a kept trial are tried before it is the turn of the next one. */
const TURNS = { first: 64, valid: 12, other: 6 };

function presentIn({ candidate }: Trial, { places }: Focus): string {
  return [...places.keys()].map((selector) => placesIn(selector, candidate, 2).length).join("");
}

/**
 * Looks for candidates on which two judges differ. Every seed is tried, then edited where the judges read. A trial with
 * a trace that no other had is kept and edited in turn, so that two edits that belong together are found one after the
 * other.
 */
export async function findDifference(question: Question): Promise<Answer> {
  const { judges, seeds, focus, budget, kindOf, kinds, repairs } = question;
  const found = new Map<string, Trial>();
  const seen = new Set<string>();
  const traces = new Set<string>();
  const kept: { edits: Iterator<Trial>; turns: number }[] = [];
  let tries = 0;
  const isDone = () => tries >= budget || kinds.every((kind) => found.has(kind));
  const attempt = async (trial: Trial, depth = 0, shows = ""): Promise<void> => {
    const text = JSON.stringify(trial);
    if (isDone() || seen.has(text)) return;
    seen.add(text);
    tries++;
    const [one, other] = [await judges[0](trial), await judges[1](trial)];
    const differ = one.verdict !== other.verdict;
    // Whole packages are asked here, which takes as long as some trials.
    if (differ) tries += TRIES_OF_A_DIFFERENCE;
    const kind = differ ? await kindOf(trial) : undefined;
    if (kind !== undefined && !found.has(kind)) found.set(kind, trial);
    const trace = `${one.trace} ${other.trace} ${differ} ${shows}`;
    if (!traces.has(trace) && kept.length < MAX_KEPT) {
      traces.add(trace);
      const isNear = one.isValid === true || other.isValid === true;
      const turns = kept.length < 2 ? TURNS.first : isNear ? TURNS.valid : TURNS.other;
      kept.push({ edits: editsOf(trial, focus), turns });
    }
    if (!differ || kind !== undefined || depth === MAX_REPAIRS) return;
    for (const near of await repairs(trial)) await attempt(near, depth + 1);
  };
  // Examples that have other places than those before are worth editing, whatever the judges say.
  for (const seed of seeds) await attempt(seed, 0, presentIn(seed, focus));
  for (let isMore = true; isMore && !isDone(); ) {
    isMore = false;
    for (let at = 0; at < kept.length; at++) {
      const { edits, turns } = kept[at] as (typeof kept)[number];
      for (let turn = 0; turn < turns && !isDone(); turn++) {
        const next = edits.next();
        if (next.done === true) break;
        isMore = true;
        await attempt(next.value);
      }
    }
  }
  return { found, tries };
}
