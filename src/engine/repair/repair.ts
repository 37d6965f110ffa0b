import type { Operation } from "../../ground/json/patch.js";
import { type Fix, isError, type Problem, type Severity } from "../problem.js";
import { columnOfFix } from "./columns.js";
import {
  type Claim,
  claimsFor,
  couldAffect,
  disjointClaims,
  type FailedProof,
  isProof,
  MAX_ROUNDS,
  type Proof,
  patchOf,
  prove,
  withoutShifted,
} from "./prove.js";
import { type CheckedCandidate, costOf, lengthOf, type Trials } from "./trials.js";

/** In bytes, approximately. A result has room for this beside a hundred diagnostics. */
const MAX_REPAIR_LENGTH = 100_000;
export const MAX_OPEN_ERRORS = 20;

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

/** A repair, and what it has noted about the fixes of the candidate as sent. */
export interface Repaired {
  /** Undefined if no fix is certain. */
  readonly repair: Repair | undefined;
  /** The fixes of the candidate as sent that the repair has applied. */
  readonly applied: Set<Fix>;
  /** The results of fixes by themselves, and not with others or after them. */
  readonly resultsAlone: Map<Fix, Proof | FailedProof>;
}

/**
 * Repairs a candidate whose problems are known. In each round, the fixes that claim to be certain are collected,
 * tried together (prove.ts, on the candidates of trials.ts) and, as far as they are proven, applied. The
 * next round starts with the problems that are left, until nothing more can be proven. Afterwards, list-fixes.ts says
 * of each fix whether it is certain by itself.
 */
export async function repairAll(trials: Trials): Promise<Repaired> {
  const notes: Notes = { applied: new Set(), resultsAlone: new Map() };
  const patch: Operation[] = [];
  let state = trials.start;
  let round = 0;
  for (; round < MAX_ROUNDS && state.problems.length > 0; round++) {
    const claims = await claimsFor(state.inOrder, state, true);
    const step = await applyInTurn(withinLength(claims, patch, trials), state, notes);
    if (step === undefined) break;
    patch.push(...step.patch);
    state = step.state;
  }
  if (patch.length === 0) return { repair: undefined, ...notes };
  const isFinished = !trials.hasRunOut && round < MAX_ROUNDS;
  const complete = state.problems.length === 0 || isFinished;
  return { repair: { patch, remaining: state.errors, complete, open: openErrors(state.inOrder) }, ...notes };
}

/** The first errors among problems or diagnostics, in their order. */
export function openErrors(problems: readonly (Problem | (OpenError & { severity: Severity }))[]): OpenError[] {
  return problems
    .filter(isError)
    .slice(0, MAX_OPEN_ERRORS)
    .map((problem) => {
      const message = typeof problem.message === "string" ? problem.message : problem.message();
      return { code: problem.code, path: problem.path, message };
    });
}

/** As many claims as a result has room for. */
function withinLength(claims: readonly Claim[], before: readonly Operation[], trials: Trials): Claim[] {
  let roomLeft = MAX_REPAIR_LENGTH - lengthOf(before);
  return claims.filter(({ fix }) => {
    const length = lengthOf(fix.patch);
    const fits = length <= roomLeft;
    if (fits) roomLeft -= length;
    else trials.hasRunOut = true;
    return fits;
  });
}

interface Step {
  readonly patch: readonly Operation[];
  readonly state: CheckedCandidate;
}

/** What a repair notes about the fixes of the candidate as sent. */
type Notes = Omit<Repaired, "repair">;

/** Applies claims for different places. If none of these holds, those that had to wait for them get their turn. */
async function applyInTurn(claims: readonly Claim[], state: CheckedCandidate, notes: Notes): Promise<Step | undefined> {
  let waiting = claims;
  while (waiting.length > 0) {
    const disjoint = disjointClaims(waiting);
    const step = await applyProven(disjoint, state, notes);
    if (step !== undefined) return step;
    const tried = new Set(disjoint);
    waiting = waiting.filter((claim) => !tried.has(claim));
  }
  return undefined;
}

/** The number of claims of one column that fail alone before the others of the column are given up. */
const MAX_FAILED_ALONE = 2;

/**
 * Applies the claims that hold: all together or, if that fails, in parts, down to each alone. Claims of one column
 * mostly fail alike, so that few of them are tried alone.
 */
async function applyProven(
  claims: readonly Claim[],
  before: CheckedCandidate,
  { applied, resultsAlone }: Notes,
): Promise<Step | undefined> {
  const { start, spec } = before.trials;
  const patch: Operation[] = [];
  const done: Claim[] = [];
  /** How many claims of a column have failed alone; none if one has held. */
  const failures = new Map<string, number>();
  let state = before;
  const parts: (readonly Claim[])[] = [claims];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const isGivenUp = ({ problem, fix }: Claim) =>
      failures.size > 0 && (failures.get(columnOfFix(problem, fix, spec)) ?? 0) >= MAX_FAILED_ALONE;
    const batch = withoutShifted(done, part).filter((claim) => !isGivenUp(claim));
    const [first] = batch;
    if (first === undefined) continue;
    if (!state.affords(costOf(patchOf(batch)))) {
      if (batch.length > 1) parts.push(batch.slice(0, batch.length >> 1));
      continue;
    }
    const result = await prove(batch, state);
    if (state === start && batch.length === 1) resultsAlone.set(first.fix, result);
    if (isProof(result)) {
      if (before === start) for (const { fix } of batch) applied.add(fix);
      if (parts.length > 0)
        for (const { problem, fix } of batch) failures.set(columnOfFix(problem, fix, spec), Number.NEGATIVE_INFINITY);
      done.push(...batch);
      patch.push(...result.patch);
      state = result.trial.after;
    } else if (batch.length > 1) parts.push(...splitBatch(batch, result).reverse());
    else {
      const column = columnOfFix(first.problem, first.fix, spec);
      failures.set(column, 1 + (failures.get(column) ?? 0));
    }
  }
  return done.length === 0 ? undefined : { patch, state };
}

/**
 * Splits a batch that failed: into the claims that cannot have caused it and those that could or, if that splits
 * nothing, into halves.
 */
function splitBatch(
  claims: readonly Claim[],
  { added, ineffective }: FailedProof,
): [readonly Claim[], readonly Claim[]] {
  const suspects = new Set(ineffective.length > 0 ? ineffective : claims.filter(couldAffect(added)));
  const half = claims.length >> 1;
  if (suspects.size === 0 || suspects.size === claims.length) return [claims.slice(0, half), claims.slice(half)];
  return [claims.filter((claim) => !suspects.has(claim)), claims.filter((claim) => suspects.has(claim))];
}
