import { type Operation, patchedPlaces } from "../../ground/json/patch.js";
import { PlaceSet } from "../../ground/json/place-set.js";
import { isIndex, parentPointer, toTokens } from "../../ground/json/pointer.js";
import { inDocumentOrder } from "../document-order.js";
import { type Fix, isError, isMachineApplicable, type Problem } from "../problem.js";
import { isReadBy } from "../rules/reads.js";
import { type CheckedCandidate, costOf, type Trial } from "./trials.js";

/** A fix that claims to be certain, and the problem that it fixes. */
export interface Claim {
  readonly problem: Problem;
  readonly fix: Fix;
}

/** The number of trials for which work is kept while claims are collected: those of the parts of a batch that fails. */
const MIN_TRIALS = 2;

/**
 * One claim for each problem that has one, as many as there is work to try. Of several claims for one problem, the one
 * that holds is chosen if `mayChoose`; otherwise, such problems are left out.
 */
export async function claimsFor(
  problems: readonly Problem[],
  state: CheckedCandidate,
  mayChoose = false,
): Promise<Claim[]> {
  const { trials } = state;
  const chosen: Claim[] = [];
  let cost = 0;
  for (const problem of problems) {
    // Making fixes takes work too, which is wasted if there is none left to try them.
    if (!state.affords(cost, MIN_TRIALS)) break;
    await trials.pause();
    const fixes = trials.fixesOf(problem, "machine-applicable").filter(isMachineApplicable);
    const claims = fixes.map((fix) => ({ problem, fix }));
    let [best] = claims;
    if (claims.length > 1) best = mayChoose ? await chooseByProof(claims, state) : undefined;
    if (best === undefined) continue;
    cost += costOf(best.fix.patch);
    chosen.push(best);
  }
  return chosen;
}

export function patchOf(claims: readonly Claim[]): readonly Operation[] {
  return claims.length === 1 ? (claims[0] as Claim).fix.patch : claims.flatMap(({ fix }) => fix.patch);
}

/** Returns a test: whether a fix changes the place of a problem, or a place that the rule of a problem reads. */
export function couldAffect(problems: readonly Problem[]): (claim: Claim) => boolean {
  const places = new PlaceSet(problems.map(({ path }) => path));
  const reads = [...new Set(problems.map((problem) => problem.reads))].flatMap((selectors) => selectors ?? []);
  return ({ fix }) =>
    patchedPlaces(fix.patch).some(
      (place) => places.isAround(place) || places.has(place) || isReadBy(reads, toTokens(place).slice(1)),
    );
}

/**
 * Selects the claims that can be applied together, because they change different places. The order is reversed, so that
 * removing an array item moves no item that a later operation points at.
 */
export function disjointClaims(inOrder: readonly Claim[]): Claim[] {
  const touched = new PlaceSet();
  const disjoint = inOrder.filter(({ fix }) => {
    const places = patchedPlaces(fix.patch);
    if (places.some((place) => touched.isAround(place) || touched.has(place))) return false;
    for (const place of places) touched.add(place);
    return true;
  });
  return withoutShifted([], disjoint.toReversed());
}

/** Leaves out the claims whose places are moved by `applied`, or by a claim before them. */
export function withoutShifted(applied: readonly Claim[], claims: readonly Claim[]): Claim[] {
  /** The index of the first item that has moved, by the path of its array. */
  const firstMoved = new Map<string, number>();
  for (const { fix } of applied) noteShifts(fix.patch, firstMoved);
  return claims.filter(({ fix: { patch } }) => {
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
  /** The problems that count against the fixes. */
  readonly added: readonly Problem[];
  /** The claims whose problem is still there. */
  readonly ineffective: readonly Claim[];
}

export function isProof(result: Proof | FailedProof): result is Proof {
  return "trial" in result;
}

/**
 * Tries the fixes of claims together. If they add problems, the claims for those are appended, and everything is tried
 * again as a whole. For a single claim, this includes problems that it only reveals.
 */
export async function prove(claims: readonly Claim[], before: CheckedCandidate): Promise<Proof | FailedProof> {
  let patch = patchOf(claims);
  let proof: Proof | undefined;
  for (let round = 0; ; round++) {
    const trial = await before.try(patch);
    if (trial === undefined) return proof ?? { added: [], ineffective: claims };
    const ineffective = claims.filter(({ problem }) => !trial.removes(problem));
    const added = regressionsIn(trial, claims);
    const failedProof = { added, ineffective };
    if (ineffective.length > 0) return proof ?? failedProof;
    if (isProgress(trial, added, before)) {
      if (proof !== undefined && trial.after.errors >= proof.trial.after.errors) return proof;
      proof = { trial, patch };
      if (claims.length > 1 || trial.added.length === 0) return proof;
    }
    if (round === MAX_ROUNDS) return proof ?? failedProof;
    // Claims that cannot have caused the added problems may hold without further fixes.
    if (round === 0 && claims.length > 1 && !claims.every(couldAffect(trial.added))) return failedProof;
    const following = await claimsAfter(trial, proof === undefined);
    patch = [...patch, ...patchOf(following)];
    if (following.length === 0 || !before.affords(costOf(patch))) return proof ?? failedProof;
  }
}

/**
 * The added problems that count against claims. A problem that was only revealed counts if it is where a value must fit.
 */
function regressionsIn(trial: Trial, claims: readonly Claim[]): readonly Problem[] {
  if (trial.added.length === 0) return trial.added;
  const mustFit = new PlaceSet(claims.flatMap(({ fix }) => fix.mustFitAt ?? []));
  return trial.added.filter((problem) => !trial.isRevealed(problem) || mustFit.has(problem.path));
}

/** Whether there are fewer errors and no new ones; or as many errors as before, and not even a new warning. */
function isProgress({ after }: Trial, regressions: readonly Problem[], before: CheckedCandidate): boolean {
  if (after.errors < before.errors) return !regressions.some(isError);
  return after.errors === before.errors && regressions.length === 0;
}

/**
 * The claims for the problems that a trial has added. If there are none and `isNeeded`, the claims for other problems
 * that could remove the added ones.
 */
async function claimsAfter({ added, after }: Trial, isNeeded: boolean): Promise<Claim[]> {
  const claimsOfAdded = await claimsFor(inDocumentOrder(added, after.candidate), after);
  if (claimsOfAdded.length > 0 || !isNeeded) return disjointClaims(claimsOfAdded);
  const isAdded = new Set(added);
  const others = after.problems.filter((problem) => !isAdded.has(problem));
  const claims = await claimsFor(inDocumentOrder(others, after.candidate), after);
  return disjointClaims(claims.filter(couldAffect(added)));
}

/** Chooses the claim that holds among several for one problem; undefined if the author has to choose. */
async function chooseByProof(claims: readonly Claim[], state: CheckedCandidate): Promise<Claim | undefined> {
  const proven: { claim: Claim; proof: Proof }[] = [];
  for (const claim of claims) {
    if (!state.affords(costOf(claim.fix.patch))) return undefined;
    const proof = await prove([claim], state);
    if (isProof(proof)) proven.push({ claim, proof });
  }
  return onlyBestProven(proven)?.claim;
}

/** The only proven fix, or the only one of several that adds no problem; undefined if the author has to choose. */
export function onlyBestProven<T extends { readonly proof: Proof }>(proven: readonly T[]): T | undefined {
  if (proven.length <= 1) return proven[0];
  const clean = proven.filter(({ proof }) => proof.trial.added.length === 0);
  return clean.length === 1 ? clean[0] : undefined;
}
