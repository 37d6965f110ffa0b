import { type Operation, patchedPlaces } from "../../ground/json/patch.js";
import { PlaceSet } from "../../ground/json/place-set.js";
import { isIndex, parentPointer, toTokens } from "../../ground/json/pointer.js";
import { type Fix, isError, isMachineApplicable, type Occurrence, type Problem } from "../problem.js";
import { isReadBy } from "../rules/reads.js";
import type { CheckedCandidate } from "./checked-candidate.js";
import type { Trial } from "./trial.js";
import type { Trials } from "./trials.js";
import { costOf } from "./work.js";

/** A fix that claims to be certain, and the occurrence that it fixes. */
export interface Step {
  readonly occurrence: Occurrence;
  readonly fix: Fix;
}

/** The certain fixes of one problem: one for each occurrence that has one. They hold together or not at all. */
export type Claim = readonly Step[];

/** The number of trials for which work is kept while claims are collected: one, and one of half a batch that fails. */
const MIN_TRIALS = 1.5;

/**
 * One claim for each problem that has certain fixes, as many as there is work to try. Of several fixes for one
 * occurrence, the one that holds is chosen if `mayChoose`; otherwise, such occurrences are left out.
 */
export async function claimFixes(
  problems: readonly Problem[],
  state: CheckedCandidate,
  trials: Trials,
  mayChoose = false,
): Promise<Claim[]> {
  const claims: Claim[] = [];
  let [cost, claimed] = [0, 0];
  for (const occurrences of problems) {
    const claim: Step[] = [];
    /** The number of the fix that holds for the first occurrence with several of them; -1 if the author has to choose. */
    let choice: number | undefined;
    for (const occurrence of occurrences) {
      // Making fixes takes work too, which is wasted if there is none left to try them.
      if (!trials.grants(state, cost, claimed, MIN_TRIALS)) break;
      // Thousands of fixes are made: most of them need not wait for others.
      const paused = trials.pause();
      if (paused !== undefined) await paused;
      const fixes = trials.makeFixes(occurrence, "machine-applicable").filter(isMachineApplicable);
      if (fixes.length > 1 && mayChoose) choice ??= (await chooseByProof(occurrence, fixes, state, trials)) ?? -1;
      const fix = fixes.length > 1 ? fixes[choice ?? -1] : fixes[0];
      if (fix === undefined) continue;
      cost += costOf(fix.patch);
      claimed++;
      claim.push({ occurrence, fix });
    }
    if (claim.length > 0) claims.push(claim);
  }
  return claims;
}

export function joinPatches(claims: readonly Claim[]): readonly Operation[] {
  const patch: Operation[] = [];
  for (const claim of claims) for (const { fix } of claim) patch.push(...fix.patch);
  return patch;
}

/** The claims with only those steps that pass a test. */
export function filterSteps(claims: readonly Claim[], isKept: (step: Step) => boolean): Claim[] {
  return claims.map((claim) => claim.filter(isKept)).filter((claim) => claim.length > 0);
}

/** Returns a test: whether a fix changes the place of a violation, or a place that its rule reads. */
export function couldAffect(violations: readonly Occurrence[]): (step: Step) => boolean {
  const places = new PlaceSet(violations.map(({ path }) => path));
  const reads = [...new Set(violations.map((violation) => violation.reads))].flatMap((selectors) => selectors ?? []);
  return ({ fix }) =>
    patchedPlaces(fix.patch).some(
      (place) => places.isAround(place) || places.has(place) || isReadBy(reads, toTokens(place).slice(1)),
    );
}

/**
 * Selects the fixes that can be applied together, because they change different places. The order is reversed:
 * removing an array item moves no item that a later operation points at.
 */
export function selectDisjoint(inOrder: readonly Claim[]): Claim[] {
  const touched = new PlaceSet();
  const disjoint = filterSteps(inOrder, ({ fix }) => {
    const places = patchedPlaces(fix.patch);
    if (places.some((place) => touched.isAround(place) || touched.has(place))) return false;
    for (const place of places) touched.add(place);
    return true;
  });
  return withoutShifted([], disjoint.map((claim) => claim.toReversed()).toReversed());
}

/** Leaves out the fixes whose places are moved by `applied`, or by a fix before them. */
export function withoutShifted(applied: readonly Claim[], claims: readonly Claim[]): Claim[] {
  /** The index of the first item that has moved, by the path of its array. */
  const firstMoved = new Map<string, number>();
  for (const { fix } of applied.flat()) noteShifts(fix.patch, firstMoved);
  return filterSteps(claims, ({ fix: { patch } }) => {
    if (firstMoved.size > 0 && patchedPlaces(patch).some((place) => isShifted(place, firstMoved))) return false;
    noteShifts(patch, firstMoved);
    return true;
  });
}

function noteShifts(patch: readonly Operation[], firstMoved: Map<string, number>): void {
  for (const operation of patch) {
    if (operation.op === "replace") continue;
    for (const place of patchedPlaces([operation])) {
      const index = place.slice(place.lastIndexOf("/") + 1);
      if (!isIndex(index)) continue;
      const array = parentPointer(place);
      firstMoved.set(array, Math.min(Number(index), firstMoved.get(array) ?? Number.POSITIVE_INFINITY));
    }
  }
}

function isShifted(place: string, firstMoved: ReadonlyMap<string, number>): boolean {
  for (let end = place.length; end > 0; end = place.lastIndexOf("/", end - 1)) {
    const slash = place.lastIndexOf("/", end - 1);
    const first = firstMoved.get(place.slice(0, slash));
    if (first !== undefined && Number(place.slice(slash + 1, end)) >= first) return true;
  }
  return false;
}

/** Fixes that take more rounds, each for what the one before has left or added, undo each other. */
export const MAX_ROUNDS = 12;

/** Shows that claims hold: each fix removes its problem, and every error that they add was only revealed. */
export interface Proof {
  readonly trial: Trial;
  /** The patches of the fixes, and of the fixes for what they add. */
  readonly patch: readonly Operation[];
}

/** Shows why claims do not hold. */
export interface FailedProof {
  /** The violations that count against the fixes. */
  readonly added: readonly Occurrence[];
  /** The fixes whose violation is still there. */
  readonly ineffective: readonly Step[];
}

export function isProof(result: Proof | FailedProof): result is Proof {
  return "trial" in result;
}

/**
 * Tries the fixes of claims together. If they add problems, the claims for those are appended, and everything is tried
 * again as a whole. For a single claim, this includes problems that it only reveals.
 */
export async function prove(
  claims: readonly Claim[],
  before: CheckedCandidate,
  trials: Trials,
): Promise<Proof | FailedProof> {
  const steps = claims.flat();
  let patch = joinPatches(claims);
  let proof: Proof | undefined;
  for (let round = 0; ; round++) {
    const trial = await trials.try(patch, before);
    if (trial === undefined) return proof ?? { added: [], ineffective: steps };
    const ineffective = steps.filter(({ occurrence }) => !trial.removes(occurrence));
    const added = findRegressions(trial, steps);
    const failedProof = { added, ineffective };
    if (ineffective.length > 0) return proof ?? failedProof;
    if (isProgress(trial, added, before)) {
      if (proof !== undefined && trial.after.errors >= proof.trial.after.errors) return proof;
      proof = { trial, patch };
      if (steps.length > 1 || trial.added.length === 0) return proof;
    }
    if (round === MAX_ROUNDS) return proof ?? failedProof;
    // Fixes that cannot have caused the added violations may hold without further ones.
    if (round === 0 && steps.length > 1 && !steps.every(couldAffect(trial.added))) return failedProof;
    const following = await claimsAfter(trial, trials, proof === undefined);
    patch = [...patch, ...joinPatches(following)];
    if (following.length === 0 || !trials.grantsTrial(patch, before)) return proof ?? failedProof;
  }
}

/** The added violations that count against fixes. One that was only revealed counts if it is where a value must fit. */
function findRegressions(trial: Trial, steps: readonly Step[]): readonly Occurrence[] {
  if (trial.added.length === 0) return trial.added;
  const mustFit = new PlaceSet(steps.flatMap(({ fix }) => fix.mustFitAt ?? []));
  return trial.added.filter((violation) => !trial.isRevealed(violation) || mustFit.has(violation.path));
}

/** Whether there are fewer errors and no new ones; or as many errors as before, and not even a new warning. */
function isProgress({ after }: Trial, regressions: readonly Occurrence[], before: CheckedCandidate): boolean {
  if (after.errors < before.errors) return !regressions.some(isError);
  return after.errors === before.errors && regressions.length === 0;
}

/**
 * The claims for the violations that a trial has added. If there are none and `isNeeded`, the claims for other ones that
 * could remove the added ones.
 */
async function claimsAfter({ added, after }: Trial, trials: Trials, isNeeded: boolean): Promise<Claim[]> {
  const claimsOfAdded = await claimFixes(trials.problemsOf(added, after), after, trials);
  if (claimsOfAdded.length > 0 || !isNeeded) return selectDisjoint(claimsOfAdded);
  const isAdded = new Set(added);
  const others = after.violations.occurrences.filter((occurrence) => !isAdded.has(occurrence));
  const claims = await claimFixes(trials.problemsOf(others, after), after, trials);
  return selectDisjoint(filterSteps(claims, couldAffect(added)));
}

/** Chooses the fix that holds among several for one occurrence; undefined if the author has to choose. */
async function chooseByProof(
  occurrence: Occurrence,
  fixes: readonly Fix[],
  state: CheckedCandidate,
  trials: Trials,
): Promise<number | undefined> {
  const proven: { number: number; proof: Proof }[] = [];
  for (const [number, fix] of fixes.entries()) {
    if (!trials.grantsTrial(fix.patch, state)) return undefined;
    const proof = await prove([[{ occurrence, fix }]], state, trials);
    if (isProof(proof)) proven.push({ number, proof });
  }
  return selectBest(proven)?.number;
}

/** The only proven fix, or the only one of several that adds no violation; undefined if the author has to choose. */
export function selectBest<T extends { readonly proof: Proof }>(proven: readonly T[]): T | undefined {
  if (proven.length <= 1) return proven[0];
  const clean = proven.filter(({ proof }) => proof.trial.added.length === 0);
  return clean.length === 1 ? clean[0] : undefined;
}
