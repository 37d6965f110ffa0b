import type { Operation } from "../../json/patch.js";
import { type Fix, isError, type Problem, type Severity } from "../problem.js";
import { type CertainFix, disjointFixes, withoutShifted } from "./disjoint-fixes.js";
import { type CheckedCandidate, costOf, lengthOf, type Trials } from "./trials.js";
import {
  type Accepted,
  certainFixes,
  chooseByTrial,
  couldAffect,
  isAccepted,
  patchOf,
  type Rejected,
  tryTogether,
} from "./try-fixes.js";

/** Fixes that take more rounds undo each other. */
const MAX_ROUNDS = 12;
/** In bytes, approximately. A result has room for this beside a hundred diagnostics. */
const MAX_REPAIR_LENGTH = 90_000;
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

/** The results of the certain fixes for the candidate as sent. */
export interface FixResults {
  readonly accepted: Map<Problem, AcceptedFix>;
  /** Only fixes that were tried alone on the candidate as sent. */
  readonly rejected: Map<Problem, Rejected>;
}

export interface AcceptedFix {
  readonly fix: Fix;
  /** The result of the batch in which the fix was applied. */
  readonly result: Accepted;
  /** Whether the fix was tried alone on the candidate as sent, and not with others or after them. */
  readonly isAlone: boolean;
}

/**
 * Applies the certain fixes of all problems together, checks the result, keeps the fixes that may be applied, and
 * starts again with the problems that are left, until no certain fix is left.
 */
export async function repairAll(trials: Trials): Promise<{ repair: Repair | undefined; results: FixResults }> {
  const results: FixResults = { accepted: new Map(), rejected: new Map() };
  const patch: Operation[] = [];
  let state = trials.start;
  let round = 0;
  for (; round < MAX_ROUNDS && state.knowsAllProblems && state.problems.length > 0; round++) {
    const fixes = await certainFixes(state.inOrder, state, chooseByTrial);
    const step = await applyInTurn(withinLength(fixes, patch, trials), state, results);
    if (step.state === state) break;
    patch.push(...step.patch);
    state = step.state;
  }
  if (patch.length === 0) return { repair: undefined, results };
  const isFinished = !trials.ranOut && round < MAX_ROUNDS && state.knowsAllProblems;
  const complete = state.problems.length === 0 || isFinished;
  return { repair: { patch, remaining: state.errors, complete, open: openErrors(state.inOrder) }, results };
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

/** As many fixes as a result has room for. */
function withinLength(fixes: readonly CertainFix[], before: readonly Operation[], trials: Trials): CertainFix[] {
  let left = MAX_REPAIR_LENGTH - lengthOf(before);
  return fixes.filter(({ fix }) => {
    const length = lengthOf(fix.patch);
    const fits = length <= left;
    if (fits) left -= length;
    else trials.ranOut = true;
    return fits;
  });
}

interface Step {
  readonly patch: readonly Operation[];
  readonly state: CheckedCandidate;
}

/** Applies fixes for different places. If none of these is accepted, those that had to wait for them get their turn. */
async function applyInTurn(fixes: readonly CertainFix[], state: CheckedCandidate, results: FixResults): Promise<Step> {
  let waiting = fixes;
  while (waiting.length > 0) {
    const disjoint = disjointFixes(waiting);
    const step = await applyAccepted(disjoint, state, results);
    if (step.state !== state) return step;
    const tried = new Set(disjoint);
    waiting = waiting.filter((fix) => !tried.has(fix));
  }
  return { patch: [], state };
}

/** Applies the fixes that are accepted: all together or, if that fails, in parts, down to each alone. */
async function applyAccepted(
  fixes: readonly CertainFix[],
  before: CheckedCandidate,
  results: FixResults,
): Promise<Step> {
  const { start } = before.trials;
  const patch: Operation[] = [];
  const applied: CertainFix[] = [];
  let state = before;
  const parts: (readonly CertainFix[])[] = [fixes];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const batch = withoutShifted(applied, part);
    if (batch.length === 0) continue;
    if (!state.affords(costOf(patchOf(batch)))) {
      if (batch.length > 1) parts.push(batch.slice(0, batch.length >> 1));
      continue;
    }
    const result = await tryTogether(batch, state);
    const isFirst = state === start;
    if (isAccepted(result)) {
      const isAlone = isFirst && batch.length === 1;
      if (before === start)
        for (const { problem, fix } of batch) results.accepted.set(problem, { fix, result, isAlone });
      applied.push(...batch);
      patch.push(...result.patch);
      state = result.trial.after;
    } else if (batch.length > 1) parts.push(...splitBatch(batch, result).reverse());
    else if (isFirst) results.rejected.set((batch[0] as CertainFix).problem, result);
  }
  return { patch, state };
}

/** Splits a rejected batch into the fixes above suspicion and the suspects or, if that splits nothing, into halves. */
function splitBatch(
  fixes: readonly CertainFix[],
  { added, ineffective }: Rejected,
): [readonly CertainFix[], readonly CertainFix[]] {
  const suspects = new Set(ineffective.length > 0 ? ineffective : fixes.filter(couldAffect(added)));
  const half = fixes.length >> 1;
  if (suspects.size === 0 || suspects.size === fixes.length) return [fixes.slice(0, half), fixes.slice(half)];
  return [fixes.filter((fix) => !suspects.has(fix)), fixes.filter((fix) => suspects.has(fix))];
}
