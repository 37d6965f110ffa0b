import type { CompiledSpec } from "../../engine/compile-spec.js";
import { TEXT_STEPS } from "../../engine/normalize/text-steps.js";
import type { EffectKind } from "../../specs/release-records.js";
import { findDifferences } from "../search/find-difference.js";
import { accepts } from "../search/judges.js";
import { shrink } from "../search/shrink.js";
import type { Specimen } from "../search/specimen.js";
import { INVALID, type IsolatedChange, makeProposal, type VariantPair } from "./isolate-change.js";

const EFFECT_KINDS: readonly EffectKind[] = ["breaking", "widening", "repackaging"];

/** The budget for one change. */
const MAX_TRIES = 2_000;
/** The budget for the same change in the other version, which differs only by other changes. */
const MAX_TRIES_IN_OTHER = 500;

/**
 * Looks for candidates that show the effects of a change, for all kinds of effects at once. A witness is the smallest
 * candidate that shows an effect.
 */
export async function findEffects(
  change: IsolatedChange,
  allChanges: readonly IsolatedChange[],
  before: CompiledSpec,
  after: CompiledSpec,
): Promise<{ witnesses: ReadonlyMap<EffectKind, Specimen>; tries: number }> {
  const { parts, names, versions, pairs } = change;
  const acceptedBy = (kind: string) => (kind === "widening" ? after : before);
  /** Whether a specimen shows an effect of the change, and not only of another change. */
  const counts = async (specimen: Specimen, kind: string) => {
    // The version that must accept the specimen is asked first: most specimens are invalid for another reason as well.
    if (!(await accepts(acceptedBy(kind), specimen))) return false;
    if (!(await isShownByAny([versions], kind, specimen))) return false;
    if (pairs.length > 0) return isShownByAny(pairs, kind, specimen);
    const others = allChanges.flatMap((other) => other.pairs);
    return !(await isShownByAny(others, kind, specimen));
  };
  const witnesses = new Map<EffectKind, Specimen>();
  let tries = 0;
  for (const [earlier, later] of pairsToSearch(change, allChanges)) {
    if (witnesses.size > 0) break;
    const answer = await findDifferences({
      judges: [earlier.narrow, later.narrow],
      specs: [before, after],
      parts,
      names,
      budget: tries === 0 ? MAX_TRIES : MAX_TRIES_IN_OTHER,
      kinds: changesPackageOnly(change) ? ["repackaging"] : EFFECT_KINDS,
      kindOf: classifyEffect,
      counts,
      // A specimen that should be valid may be invalid for another reason.
      repairedFor: acceptedBy,
    });
    tries += answer.tries;
    for (const [kind, found] of answer.found) {
      const holds = async (specimen: Specimen) => {
        const [old, now] = [await earlier.narrow(specimen), await later.narrow(specimen)];
        return classifyEffect(old.decision, now.decision) === kind && counts(specimen, kind);
      };
      witnesses.set(kind as EffectKind, await shrink(found, holds));
    }
  }
  return { witnesses, tries };
}

/** Only strings are normalized before a candidate is checked; the other steps only make the package. */
function changesPackageOnly({ part, step = "" }: IsolatedChange): boolean {
  return part === "normalize" && !Object.hasOwn(TEXT_STEPS, step.split(" ")[0] as string);
}

function pairsToSearch(
  { pairs, versions }: IsolatedChange,
  allChanges: readonly IsolatedChange[],
): readonly VariantPair[] {
  if (pairs.length === 0) return [versions];
  // The second pair differs from the first only by the other changes. Without any, it shows nothing new.
  return allChanges.length === 1 ? pairs.slice(0, 1) : pairs;
}

/** Whether the whole versions of one of these pairs differ in this way. */
async function isShownByAny(pairs: readonly VariantPair[], kind: string, specimen: Specimen): Promise<boolean> {
  const decisionOf = async (spec: CompiledSpec) =>
    (await accepts(spec, specimen)) ? makeProposal(spec, specimen) : INVALID;
  for (const [earlier, later] of pairs)
    if (classifyEffect(await decisionOf(earlier.whole), await decisionOf(later.whole)) === kind) return true;
  return false;
}

function classifyEffect(before: string, after: string): EffectKind | "none" {
  if (before === after) return "none";
  if (before === INVALID) return "widening";
  return after === INVALID ? "breaking" : "repackaging";
}
