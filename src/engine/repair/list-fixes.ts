import { isApplicable, isWithin, type Operation } from "../../json/patch.js";
import { type Fix, isCertain, type Problem } from "../problem.js";
import type { Claim } from "./disjoint-claims.js";
import { Layer, partAround, reachOf } from "./layer.js";
import {
  type Held,
  isHeld,
  type Outcomes,
  onlyBest,
  type Refusal,
  type Repair,
  repairAll,
  tryTogether,
} from "./repair.js";
import { costOf, type Trials } from "./trials.js";

/** Codes that say why a fix is not certain. */
const MAX_BLOCKING_CODES = 3;
/** Fixes of a repair that are compared with each other: of more, a trial of those that are listed takes less time. */
const MAX_COMPARED = 200;

interface Listing {
  readonly repair: Repair | undefined;
  /** The fixes of a problem, best first. Those that are certain have been tried alone. */
  fixesOf(problem: Problem): Promise<readonly Fix[]>;
  /** Whether a fix is known to be certain, without making any. */
  isFixable(problem: Problem): boolean;
}

/** The repair of a candidate, and the fixes to list with each of its problems. */
export async function listFixes(listed: readonly Problem[], trials: Trials): Promise<Listing> {
  const { repair, outcomes } = await repairAll(trials);
  trials.startListing();
  const { start } = trials;
  const proven = repair === undefined ? new Map<Fix, Held>() : await provenTogether(listed, outcomes, trials);

  /** The result of a fix by itself; undefined if there is no work left to try it. */
  const alone = async (claim: Claim): Promise<Held | Refusal | undefined> => {
    const known = outcomes.held.get(claim.problem);
    if (known?.isAlone === true && known.fix === claim.fix) return known.by;
    const shown = proven.get(claim.fix);
    if (shown !== undefined) return shown;
    const refusal = outcomes.refused.get(claim.problem);
    if (refusal !== undefined) return refusal;
    return start.isWhole && trials.affords(start, costOf(claim.fix.patch))
      ? tryTogether([claim], start, trials)
      : undefined;
  };

  return {
    repair,
    isFixable: (problem) => outcomes.held.has(problem),
    async fixesOf(problem) {
      const applied = outcomes.held.get(problem)?.fix;
      const fixes = trials
        .fixesOf(problem)
        .filter((fix) => fix === applied || isApplicable({ candidate: start.candidate }, fix.patch));
      const results = new Map<Fix, Held | Refusal | undefined>();
      for (const fix of fixes) results.set(fix, isCertain(fix) ? await alone({ problem, fix }) : await guess(fix));
      const claims = fixes.filter(isCertain);
      const holding = claims.flatMap((fix) => {
        const held = results.get(fix);
        return held !== undefined && isHeld(held) ? [{ fix, held }] : [];
      });
      // If only one of two could be tried, neither is certain.
      const areTried = claims.every((fix) => results.get(fix) !== undefined);
      const best = repair !== undefined && areTried ? onlyBest(holding, ({ held }) => held) : undefined;
      const others = fixes.filter((fix) => fix !== best?.fix && !isUseless(results.get(fix)));
      const doubtful = others.map((fix) => asDoubtful(fix, results.get(fix)));
      if (best === undefined) return doubtful;
      const { fix, held } = best;
      return [{ ...fix, patch: [...held.patch] }, ...doubtful];
    },
  };

  /** Tries a fix that is only a guess. It is offered even if its value has problems itself; `blockedBy` names them. */
  async function guess({ mustFit, patch }: Fix): Promise<Refusal | undefined> {
    if (mustFit === undefined || !start.isWhole) return undefined;
    const trial = trials.affords(start, costOf(patch)) ? await trials.try(patch) : undefined;
    return trial && { added: trial.added.filter(({ path }) => isWithin(path, mustFit)), useless: [] };
  }
}

function isUseless(result: Held | Refusal | undefined): boolean {
  return result !== undefined && !isHeld(result) && result.useless.length > 0;
}

function asDoubtful(fix: Fix, result: Held | Refusal | undefined): Fix {
  const applicability = isCertain(fix) ? "maybe-incorrect" : fix.applicability;
  const added = result === undefined || isHeld(result) ? [] : result.added;
  const blockedBy = [...new Set(added.map(({ code }) => code))].slice(0, MAX_BLOCKING_CODES);
  return { ...fix, applicability, ...(blockedBy.length > 0 && { blockedBy }) };
}

/**
 * Fixes that are proven without a trial of their own: they held together, and no check looks at two of them, so each
 * holds alone. Where that is true of all that the repair applied first, its own trials show it; otherwise they are tried
 * again in layers.
 */
async function provenTogether(
  listed: readonly Problem[],
  { held }: Outcomes,
  trials: Trials,
): Promise<ReadonlyMap<Fix, Held>> {
  const { start, rules } = trials;
  const proven = new Map<Fix, Held>();
  const all = held.size > MAX_COMPARED ? [] : [...held.values()];
  const fixes = all.map(({ fix }) => fix);
  const patches = all.length > 0 ? ownPatches(fixes, new Set(all.map(({ by }) => by)), trials) : undefined;
  if (patches !== undefined) {
    for (const { fix, by } of all) proven.set(fix, { ...by, patch: patches.get(fix) ?? [] });
    return proven;
  }
  const layers: { layer: Layer; claims: Claim[] }[] = [];
  for (const problem of listed) {
    const { fix, isAlone } = held.get(problem) ?? {};
    const reach = fix && !isAlone && reachOf(fix.patch, start.candidate, rules);
    if (!reach) continue;
    let found = layers.find(({ layer }) => layer.take(reach));
    if (found === undefined) {
      found = { layer: new Layer(), claims: [] };
      found.layer.take(reach);
      layers.push(found);
    }
    found.claims.push({ problem, fix });
  }
  for (const { claims } of layers) {
    const cost = claims.reduce((sum, { fix }) => sum + costOf(fix.patch), 0);
    const by = trials.affords(start, cost) ? await tryTogether(claims, start, trials) : undefined;
    if (by === undefined || !isHeld(by)) continue;
    const own = claims.map(({ fix }) => fix);
    for (const [fix, patch] of ownPatches(own, [by], trials) ?? []) proven.set(fix, { ...by, patch });
  }
  return proven;
}

/**
 * The patch of each fix with what follows it; undefined if something was added, or if a check looks at a fix together
 * with another one or with what follows that.
 */
function ownPatches(
  fixes: readonly Fix[],
  results: Iterable<Held>,
  { start: { candidate }, rules }: Trials,
): ReadonlyMap<Fix, Operation[]> | undefined {
  const parts = new Map<string | undefined, Operation[]>();
  for (const { trial, patch } of results) {
    if (trial.added.length > 0) return undefined;
    for (const operation of patch) {
      const part = partAround(operation.path, candidate);
      const there = parts.get(part);
      if (there === undefined) parts.set(part, [operation]);
      else there.push(operation);
    }
  }
  const layer = new Layer();
  for (const patch of parts.values()) {
    const reach = reachOf(patch, candidate, rules);
    if (reach === undefined || !layer.take(reach)) return undefined;
  }
  const patches = new Map<Fix, Operation[]>();
  for (const fix of fixes) {
    const part = partAround(fix.patch[0]?.path ?? "", candidate);
    const patch = parts.get(part);
    // Another fix has changed the same part.
    if (patch === undefined) return undefined;
    patches.set(fix, patch);
    parts.delete(part);
  }
  // The operations that are left follow a fix in another part, and nobody knows which.
  return parts.size > 0 ? undefined : patches;
}
