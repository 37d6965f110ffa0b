import { isApplicable, isWithin, type Operation, placesOf } from "../../json/patch.js";
import { isIndex, lastToken, parent, valueAt } from "../../json/pointer.js";
import { type Fix, isCertain, type Problem } from "../problem.js";
import type { Claim } from "./apart.js";
import {
  type Held,
  hold,
  isHeld,
  isReadBy,
  type Outcomes,
  onlyBest,
  type Refusal,
  type Repair,
  repairAll,
} from "./repair.js";
import { costOf, type Trials } from "./trials.js";

/** Codes that say why a fix is not certain. */
const MAX_BLOCKING_CODES = 3;

export interface Listing {
  readonly repair: Repair | undefined;
  /** The fixes of a problem, best first. Those that are certain have been tried alone. */
  fixesOf(problem: Problem): Promise<readonly Fix[]>;
  /** Whether a fix is known to be certain, without making any. */
  isFixable(problem: Problem): boolean;
}

/** The repair of a candidate, and the fixes to list with each of its problems. */
export async function listFixes(
  ordered: readonly Problem[],
  listed: readonly Problem[],
  trials: Trials,
): Promise<Listing> {
  const { repair, outcomes } = await repairAll(ordered, trials);
  trials.startListing();
  const { start } = trials;
  const proven = repair === undefined ? new Map<Fix, Held>() : await provenByParts(listed, outcomes, trials);

  /** The result of a fix by itself; undefined if there is no work left to try it. */
  const alone = async (claim: Claim): Promise<Held | Refusal | undefined> => {
    const known = outcomes.held.get(claim.problem);
    if (known?.isAlone === true && known.fix === claim.fix) return known.by;
    const confined = proven.get(claim.fix);
    if (confined !== undefined) return confined;
    const refusal = outcomes.refused.get(claim.problem);
    if (refusal !== undefined) return refusal;
    return start.isWhole && trials.affords(start, costOf(claim.fix.patch)) ? hold([claim], start, trials) : undefined;
  };

  return {
    repair,
    isFixable: (problem) => outcomes.held.has(problem),
    async fixesOf(problem) {
      const fixes = trials.fixesOf(problem).filter(({ patch }) => isApplicable({ candidate: start.candidate }, patch));
      const results = new Map<Fix, Held | Refusal | undefined>();
      for (const fix of fixes) results.set(fix, isCertain(fix) ? await alone({ problem, fix }) : await guess(fix));
      const claims = fixes.filter(isCertain);
      const holding = claims.flatMap((fix) => {
        const held = results.get(fix);
        return held !== undefined && isHeld(held) ? [{ fix, held }] : [];
      });
      // Of two, neither is certain if only one could be tried.
      const areTried = claims.every((fix) => results.get(fix) !== undefined);
      const best = repair !== undefined && areTried ? onlyBest(holding, ({ held }) => held) : undefined;
      const others = fixes.filter((fix) => fix !== best?.fix && !isUseless(results.get(fix)));
      const doubtful = others.map((fix) => asDoubtful(fix, results.get(fix)));
      if (best === undefined) return doubtful;
      const { fix, held } = best;
      return [{ ...fix, patch: [...held.patch] }, ...doubtful];
    },
  };

  /** A guess that would be wrong in itself is offered, and says so. */
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
 * Fixes that hold alone because they hold together: each is the only one in its part of the candidate, an array item or
 * a property, and nothing that it changes decides about anything outside of that part. Of several in one part, each is
 * tried with those of others.
 */
async function provenByParts(
  listed: readonly Problem[],
  { held }: Outcomes,
  trials: Trials,
): Promise<ReadonlyMap<Fix, Held>> {
  const { start, sharedReads } = trials;
  const layers: Claim[][] = [];
  const depths = new Map<string, number>();
  for (const problem of listed) {
    const known = held.get(problem);
    if (known === undefined || known.isAlone) continue;
    const item = confinedTo(known.fix.patch, start.candidate, sharedReads);
    if (item === undefined) continue;
    const depth = depths.get(item) ?? 0;
    depths.set(item, depth + 1);
    layers[depth] = [...(layers[depth] ?? []), { problem, fix: known.fix }];
  }
  const proven = new Map<Fix, Held>();
  for (const layer of layers) {
    const cost = layer.reduce((sum, { fix }) => sum + costOf(fix.patch), 0);
    const held = trials.affords(start, cost) ? await hold(layer, start, trials) : undefined;
    if (held === undefined || !isHeld(held) || held.trial.added.length > 0) continue;
    const parts = byParts(held.patch, start.candidate, sharedReads);
    for (const { fix } of layer) {
      const patch = parts?.get(confinedTo(fix.patch, start.candidate, sharedReads) as string);
      if (patch !== undefined) proven.set(fix, { ...held, patch });
    }
  }
  return proven;
}

/** The operations by the part that each is confined to; undefined if one is not. */
function byParts(
  patch: readonly Operation[],
  candidate: unknown,
  shared: Trials["sharedReads"],
): ReadonlyMap<string, Operation[]> | undefined {
  const parts = new Map<string, Operation[]>();
  for (const operation of patch) {
    const item = confinedTo([operation], candidate, shared);
    if (item === undefined) return undefined;
    const part = parts.get(item);
    if (part === undefined) parts.set(item, [operation]);
    else part.push(operation);
  }
  return parts;
}

/** The part that operations change, if nothing else is changed by them, directly or through a check. */
function confinedTo(
  patch: readonly Operation[],
  candidate: unknown,
  shared: Trials["sharedReads"],
): string | undefined {
  const [part, ...others] = new Set(placesOf(patch).map((place) => partAround(place, candidate)));
  const shifts = patch.some(({ op, path }) => path === part && op !== "replace");
  const isConfined = others.length === 0 && !shifts && !placesOf(patch).some((place) => isReadBy(shared, place));
  return isConfined ? part : undefined;
}

/** The outermost array item that a place is in; if it is in no array, the property of the candidate. */
function partAround(path: string, candidate: unknown): string | undefined {
  let property: string | undefined;
  for (let end = path.indexOf("/", 1); end !== -1; ) {
    const next = path.indexOf("/", end + 1);
    const here = next === -1 ? path : path.slice(0, next);
    if (Array.isArray(valueAt({ candidate }, parent(here)))) return isIndex(lastToken(here)) ? here : undefined;
    property ??= here;
    end = next;
  }
  return property;
}
