import { type Operation, placesOf } from "../../json/patch.js";
import { PlaceSet } from "../../json/place-set.js";
import { parse } from "../../json/pointer.js";
import { inDocumentOrder } from "../document-order.js";
import { isError, isMachineApplicable, type Problem } from "../problem.js";
import { isReadBy } from "../rules/reads.js";
import { type CertainFix, disjointFixes } from "./disjoint-fixes.js";
import { type CheckedCandidate, costOf, type Trial } from "./trials.js";

/** The length of a chain of fixes, each of which repairs what the one before it added. */
const MAX_FOLLOWING_ROUNDS = 5;

/**
 * The result of fixes that may be applied: each removes its problem, and every error that they add was only revealed,
 * or is repaired as well.
 */
export interface Accepted {
  readonly trial: Trial;
  /** The patches of the fixes, and of the fixes for what they add. */
  readonly patch: readonly Operation[];
}

/** Why fixes may not be applied. */
export interface Rejected {
  /** The problems that count against the fixes. */
  readonly added: readonly Problem[];
  /** The fixes whose problem is still there. */
  readonly ineffective: readonly CertainFix[];
}

/**
 * One certain fix for each problem that has one, as many as there is work to try. Without `choose`, problems with
 * several are left out.
 */
export async function certainFixes(
  problems: readonly Problem[],
  state: CheckedCandidate,
  choose?: typeof chooseByTrial,
): Promise<CertainFix[]> {
  const { trials } = state;
  const chosen: CertainFix[] = [];
  let cost = 0;
  for (const problem of problems) {
    // Making fixes takes work too, which is wasted if there is none left to try them.
    if (!state.affordsBatch(cost)) break;
    await trials.pause();
    const certain = trials.fixesOf(problem, "machine-applicable").filter(isMachineApplicable);
    const fixes = certain.map((fix) => ({ problem, fix }));
    const best = fixes.length > 1 ? await choose?.(fixes, state) : fixes[0];
    if (best === undefined || !state.affordsBatch(cost + costOf(best.fix.patch))) continue;
    cost += costOf(best.fix.patch);
    chosen.push(best);
  }
  return chosen;
}

/** Chooses among several fixes of one problem that claim to be certain; undefined if the author has to choose. */
export async function chooseByTrial(
  fixes: readonly CertainFix[],
  state: CheckedCandidate,
): Promise<CertainFix | undefined> {
  const accepted: { certain: CertainFix; result: Accepted }[] = [];
  for (const certain of fixes) {
    if (!state.affords(costOf(certain.fix.patch))) return undefined;
    const result = await tryTogether([certain], state);
    if (isAccepted(result)) accepted.push({ certain, result });
  }
  return onlyBest(accepted)?.certain;
}

/** The only accepted fix, or the only one of several that adds no problem; undefined if the author has to choose. */
export function onlyBest<T extends { readonly result: Accepted }>(accepted: readonly T[]): T | undefined {
  if (accepted.length <= 1) return accepted[0];
  const clean = accepted.filter(({ result }) => result.trial.added.length === 0);
  return clean.length === 1 ? clean[0] : undefined;
}

/**
 * Tries fixes together. If they add problems, the certain fixes of those are appended, and everything is tried again as
 * a whole. For a single fix, this includes problems that it only reveals.
 */
export async function tryTogether(
  fixes: readonly CertainFix[],
  before: CheckedCandidate,
): Promise<Accepted | Rejected> {
  let patch = patchOf(fixes);
  let accepted: Accepted | undefined;
  for (let round = 0; ; round++) {
    const trial = await before.try(patch);
    if (trial === undefined) return accepted ?? { added: [], ineffective: fixes };
    const ineffective = fixes.filter(({ problem }) => !trial.removes(problem));
    const added = regressionsIn(trial, fixes);
    const rejected = { added, ineffective };
    if (ineffective.length > 0) return accepted ?? rejected;
    if (isProgress(trial, added, before)) {
      if (accepted !== undefined && trial.after.errors >= accepted.trial.after.errors) return accepted;
      accepted = { trial, patch };
      if (fixes.length > 1 || trial.added.length === 0) return accepted;
    }
    if (round === MAX_FOLLOWING_ROUNDS) return accepted ?? rejected;
    // Fixes that cannot have caused the added problems may be accepted without further fixes.
    if (round === 0 && fixes.length > 1 && !fixes.every(couldAffect(trial.added))) return rejected;
    const following = await followUps(trial, accepted === undefined);
    patch = [...patch, ...patchOf(following)];
    if (following.length === 0 || !before.affords(costOf(patch))) return accepted ?? rejected;
  }
}

/**
 * The added problems that count against fixes. A problem that was only revealed counts if it is where a value must fit.
 */
function regressionsIn(trial: Trial, fixes: readonly CertainFix[]): readonly Problem[] {
  if (trial.added.length === 0) return trial.added;
  const mustFit = new PlaceSet(fixes.flatMap(({ fix }) => fix.mustFitAt ?? []));
  return trial.added.filter((problem) => !trial.isRevealed(problem) || mustFit.has(problem.path));
}

/** Whether there are fewer errors and no new ones; or as many errors as before, and not even a new warning. */
function isProgress({ after }: Trial, regressions: readonly Problem[], before: CheckedCandidate): boolean {
  if (after.errors < before.errors) return !regressions.some(isError);
  return after.errors === before.errors && regressions.length === 0;
}

/**
 * The certain fixes of the problems that a trial has added. If there are none and `isNeeded`, the certain fixes of
 * other problems that could remove the added ones.
 */
async function followUps({ added, after }: Trial, isNeeded: boolean): Promise<CertainFix[]> {
  const own = await certainFixes(inDocumentOrder(added, after.candidate), after);
  if (own.length > 0 || !isNeeded) return disjointFixes(own);
  const isAdded = new Set(added);
  const others = after.problems.filter((problem) => !isAdded.has(problem));
  const fixes = await certainFixes(inDocumentOrder(others, after.candidate), after);
  return disjointFixes(fixes.filter(couldAffect(added)));
}

export function isAccepted(result: Accepted | Rejected): result is Accepted {
  return "trial" in result;
}

export function patchOf(fixes: readonly CertainFix[]): readonly Operation[] {
  return fixes.length === 1 ? (fixes[0] as CertainFix).fix.patch : fixes.flatMap(({ fix }) => fix.patch);
}

/** Returns a test: whether a fix changes the place of one of these problems, or a place that its rule reads. */
export function couldAffect(problems: readonly Problem[]): (fix: CertainFix) => boolean {
  const places = new PlaceSet(problems.map(({ path }) => path));
  const reads = [...new Set(problems.map((problem) => problem.reads))].flatMap((own) => own ?? []);
  return ({ fix }) =>
    placesOf(fix.patch).some(
      (place) => places.isAround(place) || places.has(place) || isReadBy(reads, parse(place).slice(1)),
    );
}
