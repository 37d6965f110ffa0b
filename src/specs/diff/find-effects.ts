import type { CompiledSpec } from "../../engine/compile-spec.js";
import { findDifference } from "../search/find-difference.js";
import { focusOn } from "../search/focus.js";
import { accepts, errorsIn } from "../search/judges.js";
import { repairsBy } from "../search/repairs.js";
import { shrink } from "../search/shrink.js";
import { distinct, interleave, seedsOf, type Trial } from "../search/trial.js";
import {
  type EffectKind,
  INVALID,
  type IsolatedChange,
  type Pair,
  possibleEffects,
  proposalOf,
} from "./isolate-change.js";

/** The budget for one change. */
const MAX_TRIES = 2_000;
/** The budget for the same change in the other version, which differs only by other changes. */
const MAX_TRIES_IN_OTHER = 500;

interface FoundEffects {
  /** For each kind of effect that was found, the smallest candidate that shows it. */
  readonly witnesses: ReadonlyMap<EffectKind, Trial>;
  readonly tries: number;
}

/** Looks for candidates that show the effects of a change, for all kinds of effects at once. */
export async function findEffects(
  change: IsolatedChange,
  all: readonly IsolatedChange[],
  before: CompiledSpec,
  after: CompiledSpec,
): Promise<FoundEffects> {
  const { parts, names } = change;
  // Both versions begin with the examples of the changed rules, which may be gone from one of them.
  const seeds = distinct(interleave(seedsOf(before, names), seedsOf(after, names)));
  const focus = focusOn([before, after], parts, seeds);
  const witnesses = new Map<EffectKind, Trial>();
  let tries = 0;
  for (const pair of pairsToSearch(change, all)) {
    if (witnesses.size > 0) break;
    const evidence = new Evidence(change, pair, all, before, after);
    const repairs = { before: repairsBy(before, focus), after: repairsBy(after, focus) };
    const answer = await findDifference({
      judges: [pair[0].narrow, pair[1].narrow],
      seeds,
      focus,
      budget: tries === 0 ? MAX_TRIES : MAX_TRIES_IN_OTHER,
      kinds: possibleEffects(change, before.source, after.source),
      kindOf,
      counts: (trial, kind) => evidence.counts(trial, kind),
      // A trial that should be valid may be invalid for another reason.
      repairs: (trial, kind) => repairs[kind === "widening" ? "after" : "before"](trial),
    });
    tries += answer.tries;
    for (const [kind, trial] of answer.found)
      witnesses.set(kind as EffectKind, await shrink(trial, await evidence.toKeep(trial, kind)));
  }
  return { witnesses, tries };
}

function pairsToSearch({ pairs, beforeAlone, afterAlone }: IsolatedChange, all: readonly IsolatedChange[]) {
  if (pairs.length === 0) return [[beforeAlone, afterAlone] as const];
  // The second pair can differ where the first does not only because of other changes.
  return all.length === 1 ? pairs.slice(0, 1) : pairs;
}

/** Decides whether a trial shows an effect of a change, and not only of another change. */
class Evidence {
  constructor(
    private readonly change: IsolatedChange,
    private readonly pair: Pair,
    private readonly all: readonly IsolatedChange[],
    private readonly before: CompiledSpec,
    private readonly after: CompiledSpec,
  ) {}

  async counts(trial: Trial, kind: string): Promise<boolean> {
    // The version that must accept the trial is asked first: most trials are invalid for another reason as well.
    if (!(await this.#isAccepted(trial, kind))) return false;
    if (await isRefusedBy(this.change, kind, trial)) return true;
    return (await this.#versionsDiffer(trial, kind)) && this.#isOwnEffect(trial, kind);
  }

  /** The condition that a smaller trial must meet in order to show the same effect. */
  async toKeep(found: Trial, kind: string): Promise<(trial: Trial) => Promise<boolean>> {
    if (await isRefusedBy(this.change, kind, found))
      return async (trial) => (await isRefusedBy(this.change, kind, trial)) && this.#isAccepted(trial, kind);
    const [one, other] = this.pair;
    return async (trial) => {
      const verdicts = [(await one.narrow(trial)).verdict, (await other.narrow(trial)).verdict] as const;
      return kindOf(...verdicts) === kind && this.counts(trial, kind);
    };
  }

  #isAccepted(trial: Trial, kind: string): Promise<boolean> {
    return accepts(kind === "widening" ? this.after : this.before, trial);
  }

  async #versionsDiffer(trial: Trial, kind: string): Promise<boolean> {
    if (kind !== "repackaging") return !(await accepts(kind === "widening" ? this.before : this.after, trial));
    return proposalOf(this.before, trial) !== proposalOf(this.after, trial) && accepts(this.after, trial);
  }

  async #isOwnEffect(trial: Trial, kind: string): Promise<boolean> {
    const { pairs } = this.change;
    if (pairs.length > 0) return isShownByAny(pairs, kind, trial);
    const others = this.all.flatMap((other) => other.pairs);
    return !(await isShownByAny(others, kind, trial));
  }
}

/**
 * Whether narrow judges alone show that a trial which one version accepts is refused by the other, and because of the
 * change. A version refuses every trial that its narrow judge refuses; it may also refuse one that the judge accepts.
 */
async function isRefusedBy(change: IsolatedChange, kind: string, trial: Trial): Promise<boolean> {
  if (kind === "repackaging") return false;
  const { beforeAlone, afterAlone, beforeWithChange, afterWithoutChange } = change;
  for (const variant of kind === "breaking" ? [beforeWithChange, afterAlone] : [afterWithoutChange, beforeAlone])
    if ((await variant?.narrow(trial))?.verdict !== INVALID) return false;
  return true;
}

/** Whether the whole versions of one of these pairs differ in this way. */
async function isShownByAny(pairs: readonly Pair[], kind: string, trial: Trial): Promise<boolean> {
  const verdictOf = async (spec: CompiledSpec) =>
    (await errorsIn(spec, trial)).length > 0 ? INVALID : proposalOf(spec, trial);
  for (const [one, other] of pairs)
    if (kindOf(await verdictOf(one.whole()), await verdictOf(other.whole())) === kind) return true;
  return false;
}

function kindOf(before: string, after: string): EffectKind | "none" {
  if (before === after) return "none";
  if (before === INVALID) return "widening";
  return after === INVALID ? "breaking" : "repackaging";
}
