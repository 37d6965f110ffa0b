import { type Operation, placesOf } from "../../json/patch.js";
import { PlaceMap } from "../../json/place-map.js";
import { parse } from "../../json/pointer.js";
import { inDocumentOrder } from "../document-order.js";
import { type Fix, isCertain, isError, type Problem, type Severity } from "../problem.js";
import { isReadBy } from "../rules/reads.js";
import { type Claim, disjointClaims, unshifted } from "./disjoint-claims.js";
import { type CheckedCandidate, costOf, lengthOf, type Trial, type Trials } from "./trials.js";

/** Fixes that take more rounds undo each other. */
const MAX_ROUNDS = 12;
/** A fix may uncover a problem whose fix uncovers another one, and so on. */
const MAX_FOLLOWING_ROUNDS = 5;
/** In bytes, approximately. A result has room for this beside a hundred diagnostics. */
const MAX_REPAIR_LENGTH = 90_000;

export interface Repair {
  patch: Operation[];
  /** The number of errors after the patch. */
  remaining: number;
  /** False if work or room ran out, or there were too many problems, before all certain fixes were found. */
  complete: boolean;
  /** The first errors after the patch. Only the author can decide about them, unless the repair is incomplete. */
  open: OpenError[];
}

/** An error that is left after a repair. */
export interface OpenError {
  code: string;
  /** A pointer into the repaired request. */
  path: string;
  message: string;
}

const MAX_OPEN_ERRORS = 20;

/** Fixes that hold: each removes its problem, and the errors that they add are only revealed or repaired as well. */
export interface Held {
  readonly trial: Trial;
  /** Includes the fixes of what they add. */
  readonly patch: readonly Operation[];
}

/** Why fixes do not hold. */
export interface Refusal {
  readonly added: readonly Problem[];
  /** Claims whose problem stays. */
  readonly useless: readonly Claim[];
}

/** The results of the claims about the candidate as sent. */
export interface Outcomes {
  /** `isAlone` if the claim was tried alone on the candidate as sent, and not with others or after them. */
  readonly held: Map<Problem, { fix: Fix; by: Held; isAlone: boolean }>;
  /** Claims that were tried alone on the candidate as sent. */
  readonly refused: Map<Problem, Refusal>;
}

/**
 * Applies the certain fixes of all problems together, checks the result, keeps what holds, and starts again with the
 * problems that are left, until no certain fix is left.
 */
export async function repairAll(trials: Trials): Promise<{ repair: Repair | undefined; outcomes: Outcomes }> {
  const outcomes: Outcomes = { held: new Map(), refused: new Map() };
  const patch: Operation[] = [];
  let state = trials.start;
  let round = 0;
  for (; round < MAX_ROUNDS && state.isWhole && state.problems.length > 0; round++) {
    const claims = await claimsOf(state.inOrder, state, trials, (some) => holdingAlone(some, state, trials));
    const step = await applyInTurn(fitting(claims, patch, trials), state, trials, outcomes);
    if (step.state === state) break;
    patch.push(...step.patch);
    state = step.state;
  }
  if (patch.length === 0) return { repair: undefined, outcomes };
  const complete = state.problems.length === 0 || (!trials.ranOut && round < MAX_ROUNDS && state.isWhole);
  return { repair: { patch, remaining: state.errors, complete, open: openIn(state.inOrder) }, outcomes };
}

/** The first errors of problems, or of diagnostics, in their order. */
export function openIn(problems: readonly (Problem | (OpenError & { severity: Severity }))[]): OpenError[] {
  return problems
    .filter(isError)
    .slice(0, MAX_OPEN_ERRORS)
    .map((problem) => {
      const message = typeof problem.message === "string" ? problem.message : problem.message();
      return { code: problem.code, path: problem.path, message };
    });
}

/**
 * The claim of each problem: the only fix that claims to be certain, or the one of several that `choose` takes. As
 * many as there is work to try.
 */
async function claimsOf(
  problems: readonly Problem[],
  state: CheckedCandidate,
  trials: Trials,
  choose: (claims: readonly Claim[]) => Promise<Claim | undefined>,
): Promise<Claim[]> {
  const found: Claim[] = [];
  let cost = 0;
  for (const problem of problems) {
    // Making fixes takes work too, which is wasted if there is none left to try them.
    if (!trials.affordsBatch(state, cost)) break;
    await trials.pause();
    const fixes = trials.fixesOf(problem, "machine-applicable").filter(isCertain);
    const claims = fixes.map((fix) => ({ problem, fix }));
    const claim = claims.length > 1 ? await choose(claims) : claims[0];
    if (claim === undefined || !trials.affordsBatch(state, cost + costOf(claim.fix.patch))) continue;
    cost += costOf(claim.fix.patch);
    found.push(claim);
  }
  return found;
}

/** The only claim that holds alone, or the only one that also adds nothing. Otherwise the author decides. */
async function holdingAlone(
  claims: readonly Claim[],
  state: CheckedCandidate,
  trials: Trials,
): Promise<Claim | undefined> {
  const holding: { claim: Claim; held: Held }[] = [];
  for (const claim of claims) {
    if (!trials.affords(state, costOf(claim.fix.patch))) return undefined;
    const held = await tryTogether([claim], state, trials);
    if (isHeld(held)) holding.push({ claim, held });
  }
  return onlyBest(holding, ({ held }) => held)?.claim;
}

export function onlyBest<T>(holding: readonly T[], heldOf: (one: T) => Held): T | undefined {
  if (holding.length <= 1) return holding[0];
  const clean = holding.filter((one) => heldOf(one).trial.added.length === 0);
  return clean.length === 1 ? clean[0] : undefined;
}

/** As many claims as a result has room for. */
function fitting(claims: readonly Claim[], before: readonly Operation[], trials: Trials): Claim[] {
  let left = MAX_REPAIR_LENGTH - lengthOf(before);
  return claims.filter(({ fix }) => {
    const length = lengthOf(fix.patch);
    if (length > left) {
      trials.ranOut = true;
      return false;
    }
    left -= length;
    return true;
  });
}

interface Step {
  readonly patch: readonly Operation[];
  readonly state: CheckedCandidate;
}

/** Applies claims that do not overlap; if none of them holds, those that had to wait. */
async function applyInTurn(
  claims: readonly Claim[],
  state: CheckedCandidate,
  trials: Trials,
  outcomes: Outcomes,
): Promise<Step> {
  let waiting = claims;
  while (waiting.length > 0) {
    const now = disjointClaims(waiting);
    const step = await applyAll(now, state, trials, outcomes);
    if (step.state !== state) return step;
    const tried = new Set(now);
    waiting = waiting.filter((claim) => !tried.has(claim));
  }
  return { patch: [], state };
}

/** All claims that hold: together, or else in parts, down to each alone. */
async function applyAll(
  claims: readonly Claim[],
  from: CheckedCandidate,
  trials: Trials,
  outcomes: Outcomes,
): Promise<Step> {
  const patch: Operation[] = [];
  const applied: Claim[] = [];
  let state = from;
  const parts: (readonly Claim[])[] = [claims];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const batch = unshifted(applied, part);
    if (batch.length === 0) continue;
    if (!trials.affords(state, costOf(patchOf(batch)))) {
      if (batch.length > 1) parts.push(batch.slice(0, batch.length >> 1));
      continue;
    }
    const result = await tryTogether(batch, state, trials);
    const isFirst = state === trials.start;
    if (isHeld(result)) {
      if (from === trials.start)
        for (const { problem, fix } of batch)
          outcomes.held.set(problem, { fix, by: result, isAlone: isFirst && batch.length === 1 });
      applied.push(...batch);
      patch.push(...result.patch);
      state = result.trial.after;
    } else if (batch.length > 1) parts.push(...split(batch, result).reverse());
    else if (isFirst) outcomes.refused.set((batch[0] as Claim).problem, result);
  }
  return { patch, state };
}

/**
 * Tries fixes together. If they add something, the certain fixes of that are applied after them, and all is tried
 * again as a whole. A single fix also takes along the fixes of what it only reveals.
 */
export async function tryTogether(
  claims: readonly Claim[],
  before: CheckedCandidate,
  trials: Trials,
): Promise<Held | Refusal> {
  let patch = patchOf(claims);
  let held: Held | undefined;
  for (let round = 0; ; round++) {
    const trial = await trials.try(patch, before);
    if (trial === undefined) return held ?? { added: [], useless: claims };
    const useless = claims.filter(({ problem }) => !trial.removes(problem));
    const counted = countedIn(trial, claims);
    const refusal = { added: counted, useless };
    if (useless.length > 0) return held ?? refusal;
    if (isForward(trial, counted, before)) {
      if (held !== undefined && trial.after.errors >= held.trial.after.errors) return held;
      held = { trial, patch };
      if (claims.length > 1 || trial.added.length === 0) return held;
    }
    if (round === MAX_FOLLOWING_ROUNDS) return held ?? refusal;
    // Claims that have nothing to do with what was added hold without further fixes.
    if (round === 0 && claims.length > 1 && !claims.every(compileBlame(trial.added))) return refusal;
    const following = await followUps(trial, trials, held === undefined);
    patch = [...patch, ...patchOf(following)];
    if (following.length === 0 || !trials.affords(before, costOf(patch))) return held ?? refusal;
  }
}

/** The problems that count against fixes: all that were added, unless they are in a value that was moved. */
function countedIn(trial: Trial, claims: readonly Claim[]): readonly Problem[] {
  if (trial.added.length === 0) return trial.added;
  const mustFit = PlaceMap.of(claims.flatMap(({ fix }) => fix.mustFit ?? []));
  return trial.added.filter((problem) => !trial.isRevealed(problem) || mustFit.has(problem.path));
}

/** Whether there are no more errors than before, and none of those that count; nor a warning without fewer errors. */
function isForward({ after }: Trial, counted: readonly Problem[], before: CheckedCandidate): boolean {
  return after.errors < before.errors ? !counted.some(isError) : after.errors === before.errors && counted.length === 0;
}

/**
 * The certain fixes of what a trial has added, or else, if these are needed, those of other problems that change the
 * places of that.
 */
async function followUps({ added, after }: Trial, trials: Trials, areNeeded: boolean): Promise<Claim[]> {
  const choose = async (claims: readonly Claim[]) => {
    const clean: Claim[] = [];
    for (const claim of claims) if (await isClean(claim, after, trials)) clean.push(claim);
    return clean.length === 1 ? clean[0] : undefined;
  };
  const own = await claimsOf(inDocumentOrder(added, after.candidate), after, trials, choose);
  if (own.length > 0 || !areNeeded) return disjointClaims(own);
  const known = new Set(added);
  const others = after.problems.filter((problem) => !known.has(problem));
  const claims = await claimsOf(inDocumentOrder(others, after.candidate), after, trials, choose);
  return disjointClaims(claims.filter(compileBlame(added)));
}

async function isClean({ problem, fix }: Claim, state: CheckedCandidate, trials: Trials): Promise<boolean> {
  const trial = trials.affords(state, costOf(fix.patch)) ? await trials.try(fix.patch, state) : undefined;
  return trial?.added.length === 0 && trial.removes(problem);
}

export function isHeld(result: Held | Refusal): result is Held {
  return "trial" in result;
}

function patchOf(claims: readonly Claim[]): readonly Operation[] {
  return claims.length === 1 ? (claims[0] as Claim).fix.patch : claims.flatMap(({ fix }) => fix.patch);
}

/** Returns those above suspicion and then the others, or else two halves. */
function split(claims: readonly Claim[], { added, useless }: Refusal): [readonly Claim[], readonly Claim[]] {
  const suspects = new Set(useless.length > 0 ? useless : claims.filter(compileBlame(added)));
  const half = claims.length >> 1;
  if (suspects.size === 0 || suspects.size === claims.length) return [claims.slice(0, half), claims.slice(half)];
  return [claims.filter((claim) => !suspects.has(claim)), claims.filter((claim) => suspects.has(claim))];
}

/** Tells which fixes change the place of one of these problems, or a place that its rule reads. */
function compileBlame(problems: readonly Problem[]): (claim: Claim) => boolean {
  const places = PlaceMap.of(problems.map(({ path }) => path));
  const reads = [...new Set(problems.map((problem) => problem.reads))].flatMap((own) => own ?? []);
  return ({ fix }) =>
    placesOf(fix.patch).some(
      (place) => places.isAround(place) || places.has(place) || isReadBy(reads, parse(place).slice(1)),
    );
}
