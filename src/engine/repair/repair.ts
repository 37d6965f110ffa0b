import type { Operation } from "../../ground/json/patch.js";
import { Room } from "../../ground/json/room.js";
import { type Fix, isError, type Occurrence, type Severity, shortPath } from "../problem.js";
import type { CheckedCandidate } from "./checked-candidate.js";
import {
  type Claim,
  claimFixes,
  couldAffect,
  type FailedProof,
  filterSteps,
  isProof,
  joinPatches,
  MAX_ROUNDS,
  type Proof,
  prove,
  selectDisjoint,
  withoutShifted,
} from "./prove.js";
import type { Trials } from "./trials.js";

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
  /** Undefined if no fix is certain, or there is no room for one. */
  readonly repair: Repair | undefined;
  /** Whether there is a repair, but no room for any of it. */
  readonly isOmitted: boolean;
  /** The fixes of the candidate as sent that the repair has applied. */
  readonly applied: Set<Fix>;
  /** The results of fixes by themselves, and not with others or after them. */
  readonly resultsAlone: Map<Fix, Proof | FailedProof>;
}

/**
 * Repairs a candidate whose problems are known. Each round collects the fixes that claim to be certain, tries them
 * together, and applies those that are proven. The next round starts with the problems that are left, until nothing more
 * can be proven. The repair is no larger than the room, of which it takes nothing yet.
 */
export async function repairAll(trials: Trials, room: Room): Promise<Repaired> {
  const notes: Notes = { applied: new Set(), resultsAlone: new Map() };
  const patch: Operation[] = [];
  const rest = new Room(room.left);
  // Numbers do not grow from here on.
  rest.takes({ repair: { patch, remaining: trials.start.errors, complete: false, open: [] } satisfies Repair });
  let state = trials.start;
  let isOmitted = false;
  let round = 0;
  for (; round < MAX_ROUNDS && state.violations.occurrences.length > 0; round++) {
    const claims = await claimFixes(state.problems, state, trials, true);
    const fitting = selectFitting(claims, new Room(rest.left), trials);
    isOmitted = claims.length > 0 && fitting.length === 0;
    const step = await applyInTurn(fitting, state, trials, rest, notes);
    if (step === undefined) break;
    patch.push(...step.patch);
    state = step.state;
  }
  if (patch.length === 0) return { repair: undefined, isOmitted, ...notes };
  const isFinished = !trials.work.hasRunOut && round < MAX_ROUNDS;
  const complete = state.violations.occurrences.length === 0 || isFinished;
  const open = listOpenErrors(state.inOrder).filter((error) => rest.takes(error));
  return { repair: { patch, remaining: state.errors, complete, open }, isOmitted: false, ...notes };
}

/** The first errors among violations or diagnostics, in their order. */
export function listOpenErrors(
  violations: readonly (Occurrence | (OpenError & { severity: Severity }))[],
): OpenError[] {
  return violations
    .filter(isError)
    .slice(0, MAX_OPEN_ERRORS)
    .map((violation) => {
      const message = typeof violation.message === "string" ? violation.message : violation.message();
      return { code: violation.code, path: shortPath(violation.path), message };
    });
}

/** As many fixes as there is room for. */
function selectFitting(claims: readonly Claim[], room: Room, trials: Trials): Claim[] {
  return filterSteps(claims, ({ fix }) => {
    const fits = room.takes(fix.patch);
    if (!fits) trials.work.giveUp();
    return fits;
  });
}

/** What a repair does in one round. */
interface Applied {
  readonly patch: readonly Operation[];
  readonly state: CheckedCandidate;
}

/** What a repair notes about the fixes of the candidate as sent. */
type Notes = Pick<Repaired, "applied" | "resultsAlone">;

/** Applies fixes of different places. If none of these holds, those that had to wait for them get their turn. */
async function applyInTurn(
  claims: readonly Claim[],
  state: CheckedCandidate,
  trials: Trials,
  room: Room,
  notes: Notes,
): Promise<Applied | undefined> {
  let waiting = claims;
  while (waiting.length > 0) {
    const disjoint = selectDisjoint(waiting);
    const applied = await applyProven(disjoint, state, trials, room, notes);
    if (applied !== undefined) return applied;
    const tried = new Set(disjoint.flat());
    waiting = filterSteps(waiting, (step) => !tried.has(step));
  }
  return undefined;
}

/** Applies the claims that hold: all together or, if that fails, in parts, down to each alone. */
async function applyProven(
  claims: readonly Claim[],
  before: CheckedCandidate,
  trials: Trials,
  room: Room,
  { applied, resultsAlone }: Notes,
): Promise<Applied | undefined> {
  const { start } = trials;
  const patch: Operation[] = [];
  const done: Claim[] = [];
  let state = before;
  const parts: (readonly Claim[])[] = [claims];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const batch = withoutShifted(done, part);
    if (batch.length === 0) continue;
    if (!trials.grantsTrial(joinPatches(batch), state, batch.flat().length)) {
      const [half] = halve(batch);
      if (half !== undefined) parts.push(half);
      if (half !== undefined || state !== start || !trials.grantsLastTrial(joinPatches(batch))) continue;
    }
    const result = await prove(batch, state, trials);
    const [only, ...others] = batch.flat();
    if (state === start && only !== undefined && others.length === 0) resultsAlone.set(only.fix, result);
    if (!isProof(result)) {
      parts.push(...splitBatch(batch, result).reverse());
      continue;
    }
    // A proof may need more operations than its fixes have.
    if (!room.takes(result.patch)) {
      trials.work.giveUp();
      parts.push(...halve(batch).reverse());
      continue;
    }
    if (before === start) for (const { fix } of batch.flat()) applied.add(fix);
    done.push(...batch);
    patch.push(...result.patch);
    state = result.trial.after;
  }
  return done.length === 0 ? undefined : { patch, state };
}

/**
 * Splits a batch that failed: into the fixes that cannot have caused the failure and those that could. If one of these
 * parts is empty, the batch is split into halves. A single claim is not split further, because the fixes of one problem
 * mostly fail alike.
 */
function splitBatch(claims: readonly Claim[], { added, ineffective }: FailedProof): (readonly Claim[])[] {
  const steps = claims.flat();
  const suspects = new Set(ineffective.length > 0 ? ineffective : steps.filter(couldAffect(added)));
  if (suspects.size === 0 || suspects.size === steps.length) return claims.length > 1 ? halve(claims) : [];
  return [filterSteps(claims, (step) => !suspects.has(step)), filterSteps(claims, (step) => suspects.has(step))];
}

/** The claims in two halves, or the fixes of a single one; nothing if there is only one fix. */
function halve(claims: readonly Claim[]): (readonly Claim[])[] {
  const [claim = []] = claims;
  const half = (claims.length > 1 ? claims.length : claim.length) >> 1;
  if (half === 0) return [];
  if (claims.length > 1) return [claims.slice(0, half), claims.slice(half)];
  return [[claim.slice(0, half)], [claim.slice(half)]];
}
