import type { Operation } from "../../json/patch.js";
import { PlaceSet } from "../../json/place-set.js";
import { inDocumentOrder } from "../document-order.js";
import { isError, type Problem } from "../problem.js";
import { type Claim, claimsFor, couldAffect, disjointClaims, patchOf } from "./claims.js";
import { type CheckedCandidate, costOf, type Trial } from "./trials.js";

/** The length of a chain of fixes, each of which repairs what the one before it added. */
const MAX_FOLLOWING_ROUNDS = 5;

/** Shows that claims hold: each fix removes its problem, and every error that they add was only revealed. */
export interface Proof {
  readonly trial: Trial;
  /** The patches of the fixes, and of the fixes for what they add. */
  readonly patch: readonly Operation[];
}

/** Shows why claims do not hold. */
export interface Refutation {
  /** The problems that count against the fixes. */
  readonly added: readonly Problem[];
  /** The claims whose problem is still there. */
  readonly ineffective: readonly Claim[];
}

export function isProof(result: Proof | Refutation): result is Proof {
  return "trial" in result;
}

/**
 * Tries the fixes of claims together. If they add problems, the claims for those are appended, and everything is tried
 * again as a whole. For a single claim, this includes problems that it only reveals.
 */
export async function prove(claims: readonly Claim[], before: CheckedCandidate): Promise<Proof | Refutation> {
  let patch = patchOf(claims);
  let proof: Proof | undefined;
  for (let round = 0; ; round++) {
    const trial = await before.try(patch);
    if (trial === undefined) return proof ?? { added: [], ineffective: claims };
    const ineffective = claims.filter(({ problem }) => !trial.removes(problem));
    const added = regressionsIn(trial, claims);
    const refutation = { added, ineffective };
    if (ineffective.length > 0) return proof ?? refutation;
    if (isProgress(trial, added, before)) {
      if (proof !== undefined && trial.after.errors >= proof.trial.after.errors) return proof;
      proof = { trial, patch };
      if (claims.length > 1 || trial.added.length === 0) return proof;
    }
    if (round === MAX_FOLLOWING_ROUNDS) return proof ?? refutation;
    // Claims that cannot have caused the added problems may hold without further fixes.
    if (round === 0 && claims.length > 1 && !claims.every(couldAffect(trial.added))) return refutation;
    const following = await claimsAfter(trial, proof === undefined);
    patch = [...patch, ...patchOf(following)];
    if (following.length === 0 || !before.affords(costOf(patch))) return proof ?? refutation;
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
  const own = await claimsFor(inDocumentOrder(added, after.candidate), after);
  if (own.length > 0 || !isNeeded) return disjointClaims(own);
  const isAdded = new Set(added);
  const others = after.problems.filter((problem) => !isAdded.has(problem));
  const claims = await claimsFor(inDocumentOrder(others, after.candidate), after);
  return disjointClaims(claims.filter(couldAffect(added)));
}

/** Chooses the claim that holds among several for one problem; undefined if the author has to choose. */
export async function chooseByProof(claims: readonly Claim[], state: CheckedCandidate): Promise<Claim | undefined> {
  const proven: { claim: Claim; proof: Proof }[] = [];
  for (const claim of claims) {
    if (!state.affords(costOf(claim.fix.patch))) return undefined;
    const proof = await prove([claim], state);
    if (isProof(proof)) proven.push({ claim, proof });
  }
  return onlyBest(proven)?.claim;
}

/** The only proven fix, or the only one of several that adds no problem; undefined if the author has to choose. */
export function onlyBest<T extends { readonly proof: Proof }>(proven: readonly T[]): T | undefined {
  if (proven.length <= 1) return proven[0];
  const clean = proven.filter(({ proof }) => proof.trial.added.length === 0);
  return clean.length === 1 ? clean[0] : undefined;
}
