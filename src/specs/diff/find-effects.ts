import type { CompiledSpec } from "../../engine/compile-spec.js";
import { findDifferences } from "../search/find-difference.js";
import { accepts, errorsIn } from "../search/judges.js";
import { shrink } from "../search/shrink.js";
import type { Specimen } from "../search/specimen.js";
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
  readonly witnesses: ReadonlyMap<EffectKind, Specimen>;
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
  const witnesses = new Map<EffectKind, Specimen>();
  let tries = 0;
  for (const pair of pairsToSearch(change, all)) {
    if (witnesses.size > 0) break;
    const evidence = new Evidence(change, pair, all);
    const answer = await findDifferences({
      judges: [pair[0].narrow, pair[1].narrow],
      specs: [before, after],
      parts,
      names,
      budget: tries === 0 ? MAX_TRIES : MAX_TRIES_IN_OTHER,
      kinds: possibleEffects(change, before.source, after.source),
      kindOf,
      counts: (specimen, kind) => evidence.counts(specimen, kind),
      // A specimen that should be valid may be invalid for another reason.
      repairedFor: (kind) => (kind === "widening" ? after : before),
    });
    tries += answer.tries;
    for (const [kind, specimen] of answer.found)
      witnesses.set(kind as EffectKind, await shrink(specimen, await evidence.toKeep(specimen, kind)));
  }
  return { witnesses, tries };
}

function pairsToSearch({ pairs, beforeAlone, afterAlone }: IsolatedChange, all: readonly IsolatedChange[]) {
  if (pairs.length === 0) return [[beforeAlone, afterAlone] as const];
  // The second pair can differ where the first does not only because of other changes.
  return all.length === 1 ? pairs.slice(0, 1) : pairs;
}

/** Decides whether a specimen shows an effect of a change, and not only of another change. */
class Evidence {
  constructor(
    private readonly change: IsolatedChange,
    private readonly pair: Pair,
    private readonly all: readonly IsolatedChange[],
  ) {}

  async counts(specimen: Specimen, kind: string): Promise<boolean> {
    // The version that must accept the specimen is asked first: most specimens are invalid for another reason as well.
    if (!(await this.#isAccepted(specimen, kind))) return false;
    const { pairs, beforeAlone, afterAlone } = this.change;
    if (await isRefusedBy(this.change, kind, specimen)) return true;
    if (!(await isShownByAny([[beforeAlone, afterAlone]], kind, specimen))) return false;
    if (pairs.length > 0) return isShownByAny(pairs, kind, specimen);
    const others = this.all.flatMap((other) => other.pairs);
    return !(await isShownByAny(others, kind, specimen));
  }

  /** The condition that a smaller specimen must meet in order to show the same effect. */
  async toKeep(found: Specimen, kind: string): Promise<(specimen: Specimen) => Promise<boolean>> {
    if (await isRefusedBy(this.change, kind, found))
      return async (specimen) => (await isRefusedBy(this.change, kind, specimen)) && this.#isAccepted(specimen, kind);
    const [one, other] = this.pair;
    return async (specimen) => {
      const decisions = [(await one.narrow(specimen)).decision, (await other.narrow(specimen)).decision] as const;
      return kindOf(...decisions) === kind && this.counts(specimen, kind);
    };
  }

  #isAccepted(specimen: Specimen, kind: string): Promise<boolean> {
    const { beforeAlone, afterAlone } = this.change;
    return accepts((kind === "widening" ? afterAlone : beforeAlone).whole, specimen);
  }
}

/**
 * Whether narrow judges alone show that a specimen which one version accepts is refused by the other, and because of the
 * change. A version refuses every specimen that its narrow judge refuses; it may also refuse one that the judge accepts.
 */
async function isRefusedBy(change: IsolatedChange, kind: string, specimen: Specimen): Promise<boolean> {
  if (kind === "repackaging") return false;
  const { beforeAlone, afterAlone, beforeWithChange, afterWithoutChange } = change;
  for (const variant of kind === "breaking" ? [beforeWithChange, afterAlone] : [afterWithoutChange, beforeAlone])
    if ((await variant?.narrow(specimen))?.decision !== INVALID) return false;
  return true;
}

/** Whether the whole versions of one of these pairs differ in this way. */
async function isShownByAny(pairs: readonly Pair[], kind: string, specimen: Specimen): Promise<boolean> {
  const decisionOf = async (spec: CompiledSpec) =>
    (await errorsIn(spec, specimen)).length > 0 ? INVALID : proposalOf(spec, specimen);
  for (const [one, other] of pairs)
    if (kindOf(await decisionOf(one.whole), await decisionOf(other.whole)) === kind) return true;
  return false;
}

function kindOf(before: string, after: string): EffectKind | "none" {
  if (before === after) return "none";
  if (before === INVALID) return "widening";
  return after === INVALID ? "breaking" : "repackaging";
}
