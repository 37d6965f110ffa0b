import type { Operation } from "../../json/patch.js";
import { isIndex, parent } from "../../json/pointer.js";
import { inDocumentOrder } from "../document-order.js";
import { count, type Fix, type Problem } from "../problem.js";
import type { Outcome, Proof, State } from "./proof.js";

export interface Repair {
  patch: Operation[];
  /** The errors that are left after the patch. */
  remaining: number;
  /** False where the work that is allowed ran out before all certain fixes were found. */
  complete: boolean;
}

/** A fix that is right for certain, with all that it takes. */
export interface Certain {
  readonly problem: Problem;
  readonly patch: readonly Operation[];
}

/** What takes more rounds does not end by itself. */
const MOST_ROUNDS = 12;
/** Operations that are tried together, so that the work does not run out in the middle of all of them. */
const MOST_TOGETHER = 300;
/** A fix may uncover a problem whose fix uncovers another one, and so on. */
const MOST_DEPTH = 3;
/** Codes that say why a fix is not certain. */
const MOST_BLOCKING = 3;
/** The work of making the fixes of one problem. */
const COST_OF_FIXES = 80;

/**
 * Applies all certain fixes, checks the result, and starts again with what is left, until nothing certain is. `first` are the
 * fixes of the first round, in document order.
 */
export function repairAll(first: readonly Certain[], proof: Proof): { repair: Repair | undefined; carried: Certain[] } {
  const patch: Operation[] = [];
  const carried: Certain[] = [];
  let state = proof.start;
  let fixes = first;
  let round = 0;
  for (; fixes.length > 0 && round < MOST_ROUNDS; round++) {
    const settled = settle(fixes, state, proof);
    if (settled.fixes.length === 0) break;
    if (round === 0) carried.push(...settled.fixes);
    patch.push(...settled.patch);
    state = settled.state;
    fixes = certainFixes(state.problems, state, proof);
  }
  if (patch.length === 0) return { repair: undefined, carried };
  const complete = proof.left > 0 && round < MOST_ROUNDS;
  return { repair: { patch, remaining: count(state.problems, "error"), complete }, carried };
}

/** The certain fix of each problem, in document order. One that is not tried yet has to hold together with the others. */
export function certainFixes(problems: readonly Problem[], state: State, proof: Proof, depth = 0): Certain[] {
  const found: Certain[] = [];
  if (!state.isWhole) return found;
  for (const problem of inDocumentOrder(problems, state.candidate)) {
    if (proof.left <= 0) break;
    proof.spend(COST_OF_FIXES);
    const claims = problem.fixes("machine-applicable").filter(isCertain);
    const [fix] = claims.length > 1 ? tryFixes(problem, state, proof, depth).filter(isCertain) : claims;
    if (fix !== undefined) found.push({ problem, patch: fix.patch });
  }
  return found;
}

/**
 * A fix that claims to be certain is, where it is proven and no other one is. Of two, the one that leaves nothing wrong in what
 * it uncovers; otherwise the author decides.
 */
export function tryFixes(problem: Problem, state: State, proof: Proof, depth = 0): Fix[] {
  const proven: { fix: Fix; isClean: boolean }[] = [];
  const others: Fix[] = [];
  for (const fix of problem.fixes()) {
    if (!isCertain(fix)) {
      if (state.allows(fix.patch)) others.push(fix);
      continue;
    }
    const outcome = proof.outcomeOf(fix.patch, state);
    if (!outcome?.removes(problem)) continue;
    const chain = proveChain({ problem, patch: fix.patch }, outcome, proof, depth);
    if (chain === undefined) others.push({ ...asDoubtful(fix), blockedBy: codesOf(outcome.fresh) });
    else proven.push({ fix: { ...fix, patch: [...chain.patch] }, isClean: chain.added.length === 0 });
  }
  const clean = proven.filter(({ isClean }) => isClean);
  const [best] = proven.length === 1 ? proven : clean.length === 1 ? clean : [];
  const rest = proven.filter((one) => one !== best).map(({ fix }) => asDoubtful(fix));
  return [...(best === undefined ? [] : [best.fix]), ...rest, ...others];
}

function codesOf(problems: readonly Problem[]): string[] {
  return [...new Set(problems.map(({ code }) => code))].slice(0, MOST_BLOCKING);
}

export function asDoubtful(fix: Fix): Fix {
  return isCertain(fix) ? { ...fix, applicability: "maybe-incorrect" } : fix;
}

export function isCertain({ applicability }: Fix): boolean {
  return applicability === "machine-applicable";
}

/** What comes of some fixes. */
interface Settled {
  readonly fixes: readonly Certain[];
  readonly patch: readonly Operation[];
  readonly state: State;
  /** What was uncovered and is still there. */
  readonly added: readonly Problem[];
}

/** Applies those fixes that hold together. */
function settle(fixes: readonly Certain[], state: State, proof: Proof, depth = 0): Settled {
  // The last place of the document comes first, so that removing an item moves nothing that a later operation points at.
  const inOrder = withoutShifts(withoutConflicts(fixes).reverse());
  let settled: Settled = { fixes: [], patch: [], state, added: [] };
  for (const together of inParts(inOrder)) settled = settleTogether(together, settled, proof, depth);
  return settled;
}

function inParts(fixes: readonly Certain[]): Certain[][] {
  const parts: Certain[][] = [];
  let size = MOST_TOGETHER;
  for (const fix of fixes) {
    size += fix.patch.length;
    if (size > MOST_TOGETHER) {
      parts.push([]);
      size = fix.patch.length;
    }
    parts.at(-1)?.push(fix);
  }
  return parts;
}

/** All of them, or else those of each half, down to each alone. */
function settleTogether(fixes: readonly Certain[], before: Settled, proof: Proof, depth: number): Settled {
  // The first trial of all is made in any case: a fix that is certain is part of the repair.
  if (proof.left <= 0 && before.patch.length > 0) return before;
  const patch = fixes.flatMap((fix) => fix.patch);
  const outcome = proof.outcomeOf(patch, before.state);
  if (outcome?.fresh.length === 0 && fixes.every(({ problem }) => outcome.removes(problem)))
    return joined(before, fixes, patch, outcome.state, outcome.added);
  const [only, ...others] = fixes;
  if (only !== undefined && others.length === 0) {
    const chain = outcome && proveChain(only, outcome, proof, depth);
    return chain === undefined ? before : joined(before, fixes, chain.patch, chain.state, chain.added);
  }
  const half = fixes.length >> 1;
  return settleTogether(fixes.slice(half), settleTogether(fixes.slice(0, half), before, proof, depth), proof, depth);
}

function joined(
  before: Settled,
  fixes: readonly Certain[],
  patch: readonly Operation[],
  state: State,
  added: readonly Problem[],
): Settled {
  return {
    fixes: [...before.fixes, ...fixes],
    patch: [...before.patch, ...patch],
    state,
    added: [...before.added, ...added],
  };
}

/**
 * A fix with the certain fixes of all that it uncovers. Undefined where it does not remove its problem, or makes something wrong
 * that these do not put right.
 */
export function proveChain(
  { problem, patch }: Certain,
  outcome: Outcome,
  proof: Proof,
  depth = 0,
): Pick<Settled, "patch" | "state" | "added"> | undefined {
  if (!outcome.removes(problem)) return undefined;
  let { state, added, fresh } = outcome;
  let whole = patch;
  for (let round = 0; added.length > 0 && round < MOST_ROUNDS && depth < MOST_DEPTH; round++) {
    const settled = settle(certainFixes(added, state, proof, depth + 1), state, proof, depth + 1);
    if (settled.fixes.length === 0) break;
    whole = [...whole, ...settled.patch];
    state = settled.state;
    added = settled.added;
    // What is still there after these fixes is there under the same name, wherever it has moved.
    fresh = fresh.filter((one) => state.problems.some((other) => other.code === one.code && other.about === one.about));
  }
  return fresh.length === 0 ? { patch: whole, state, added } : undefined;
}

/** Two fixes for one place would undo each other; the second has its turn in the next round. */
function withoutConflicts(fixes: readonly Certain[]): Certain[] {
  const touched = new Set<string>();
  return fixes.filter(({ patch }) => {
    const places = placesOf(patch);
    if (places.some((place) => touched.has(place))) return false;
    for (const place of places) touched.add(place);
    return true;
  });
}

/** A fix whose places are moved by one before it has its turn in the next round, too. */
function withoutShifts(fixes: readonly Certain[]): Certain[] {
  /** By array, the first item that has moved. */
  const shifted = new Map<string, number>();
  return fixes.filter(({ patch }) => {
    if (shifted.size > 0 && placesOf(patch).some((place) => isShifted(place, shifted))) return false;
    for (const { op, path, ...more } of patch) {
      if (op === "replace") continue;
      for (const place of "from" in more ? [path, more.from] : [path]) {
        const index = place.slice(place.lastIndexOf("/") + 1);
        const array = parent(place);
        if (isIndex(index)) shifted.set(array, Math.min(Number(index), shifted.get(array) ?? Number.POSITIVE_INFINITY));
      }
    }
    return true;
  });
}

function isShifted(place: string, shifted: ReadonlyMap<string, number>): boolean {
  for (let end = place.length; end > 0; end = place.lastIndexOf("/", end - 1)) {
    const slash = place.lastIndexOf("/", end - 1);
    const first = shifted.get(place.slice(0, slash));
    if (first !== undefined && Number(place.slice(slash + 1, end)) >= first) return true;
  }
  return false;
}

function placesOf(patch: readonly Operation[]): string[] {
  return patch.flatMap((operation) => (operation.op === "move" ? [operation.from, operation.path] : [operation.path]));
}
