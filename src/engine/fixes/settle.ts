import { isWithin, type Operation } from "../../json/patch.js";
import { inDocumentOrder } from "../document-order.js";
import type { Fix, Problem } from "../problem.js";
import { type Certain, inTurn, withoutShifts } from "./in-turn.js";
import type { Outcome, Proof } from "./proof.js";
import { lengthOf, type State } from "./state.js";
import { suspectsAmong } from "./suspects.js";

/** What takes more rounds does not end by itself. */
export const MOST_ROUNDS = 12;
/** A fix may uncover a problem whose fix uncovers another one, and so on. */
const MOST_DEPTH = 3;
/** In bytes, about. A result has room for this beside a hundred diagnostics; a longer repair is lost as a whole. */
const LONGEST_REPAIR = 90_000;
/** Codes that say why a fix is not certain. */
const MOST_BLOCKING = 3;

/** The fixes of problems that were tried one by one. */
export type Tried = Map<Problem, Fix[]>;

/** What comes of some fixes. */
export interface Settled {
  readonly fixes: readonly Certain[];
  readonly patch: readonly Operation[];
  readonly state: State;
  /** What was uncovered and is still there. */
  readonly added: readonly Problem[];
}

/** The certain fix of each problem. One that is not tried yet has to hold together with the others. */
export async function certainFixes(
  ordered: readonly Problem[],
  state: State,
  proof: Proof,
  depth = 0,
  tried: Tried = new Map(),
): Promise<Certain[]> {
  const found: Certain[] = [];
  if (!state.isWhole) return found;
  let [cost, length] = [0, state.length];
  for (const problem of ordered) {
    // Stop where the fixes found so far cost all the work that is left.
    if (!proof.affordsFixes(cost, state)) break;
    const claims = proof.fixesOf(problem, "machine-applicable").filter(isCertain);
    if (claims.length > 1 || claims[0]?.mustFit !== undefined) {
      if (!proof.affordsTrials(claims.length, cost, state)) continue;
      tried.set(problem, await tryFixes(problem, state, proof, depth));
    }
    const [fix] = tried.get(problem)?.filter(isCertain) ?? claims;
    if (fix === undefined) continue;
    const own = proof.costOf(fix.patch);
    // The next one may put in less.
    if (!proof.affordsOperations(cost + own, state)) continue;
    const ownLength = lengthOf(fix.patch);
    if (length + ownLength > LONGEST_REPAIR) {
      proof.isComplete = false;
      continue;
    }
    length += ownLength;
    cost += own;
    found.push({ problem, patch: fix.patch });
  }
  return found;
}

/**
 * A fix that claims to be certain is, where it is proven and no other one is. Of two, the one that leaves nothing
 * wrong in what it uncovers; otherwise the author decides.
 */
export async function tryFixes(problem: Problem, state: State, proof: Proof, depth = 0): Promise<Fix[]> {
  const proven: { fix: Fix; isClean: boolean }[] = [];
  const others: Fix[] = [];
  for (const fix of problem.fixes()) {
    const { mustFit } = fix;
    if (!isCertain(fix)) {
      if (state.allows(fix.patch))
        others.push(mustFit === undefined ? fix : await tryGuess(fix, mustFit, state, proof));
      continue;
    }
    // Of two, neither is sure where only one can be tried.
    if (!proof.affords(fix.patch, state)) return untried(problem, state);
    const outcome = await proof.outcomeOf(fix.patch, state);
    if (!outcome?.removes(problem)) continue;
    const chain = await proveChain({ problem, patch: fix.patch }, outcome, proof, depth);
    const left = mustFit === undefined ? [] : (chain?.added.filter(({ path }) => isWithin(path, mustFit)) ?? []);
    if (chain === undefined) others.push({ ...asDoubtful(fix), blockedBy: codesOf(outcome.fresh) });
    else if (left.length > 0) others.push({ ...asDoubtful(fix), blockedBy: codesOf(left) });
    else proven.push({ fix: { ...fix, patch: [...chain.patch] }, isClean: chain.added.length === 0 });
  }
  const clean = proven.filter(({ isClean }) => isClean);
  const [best] = proven.length === 1 ? proven : clean.length === 1 ? clean : [];
  const rest = proven.filter((one) => one !== best).map(({ fix }) => asDoubtful(fix));
  return [...(best === undefined ? [] : [best.fix]), ...rest, ...others];
}

/** A guess that is wrong in itself is offered, and says so. */
async function tryGuess(fix: Fix, place: string, state: State, proof: Proof): Promise<Fix> {
  const outcome = proof.affords(fix.patch, state) ? await proof.outcomeOf(fix.patch, state) : undefined;
  const wrong = outcome?.added.filter(({ path }) => isWithin(path, place)) ?? [];
  return wrong.length === 0 ? fix : { ...fix, blockedBy: codesOf(wrong) };
}

/** What can be offered without a proof. */
export function untried(problem: Problem, state: State): Fix[] {
  return problem
    .fixes()
    .filter(({ patch }) => state.allows(patch))
    .map(asDoubtful);
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

/** Applies those fixes that hold together, given in document order. */
export async function settle(fixes: readonly Certain[], state: State, proof: Proof, depth = 0): Promise<Settled> {
  const nothing: Settled = { fixes: [], patch: [], state, added: [] };
  const { now, later } = inTurn(fixes);
  const settled = await settleTogether(now, nothing, proof, depth);
  // What waits for fixes that all fail has its turn; otherwise it has it in the next round.
  return settled.fixes.length > 0 || later.length === 0 ? settled : settle(later, state, proof, depth);
}

/** All of them, or else those that are above suspicion and then the others, down to each alone. */
async function settleTogether(
  fixes: readonly Certain[],
  before: Settled,
  proof: Proof,
  depth: number,
): Promise<Settled> {
  if (fixes.length === 0) return before;
  const [only, ...others] = fixes as [Certain, ...Certain[]];
  const patch = others.length === 0 ? only.patch : fixes.flatMap((fix) => fix.patch);
  const half = fixes.length >> 1;
  if (!proof.affords(patch, before.state)) return settleTogether(fixes.slice(0, half), before, proof, depth);
  const outcome = await proof.outcomeOf(patch, before.state);
  if (others.length === 0) {
    if (outcome?.fresh.length === 0 && outcome.removes(only.problem))
      return joined(before, fixes, patch, outcome.state, outcome.added);
    const chain = outcome && (await proveChain(only, outcome, proof, depth));
    if (chain === undefined) return before;
    return joined(before, [{ ...only, patch: chain.patch }], chain.patch, chain.state, chain.added);
  }
  const suspects = outcome && suspectsAmong(fixes, outcome, (own) => proof.opened(own, before.state));
  if (outcome?.fresh.length === 0 && suspects?.size === 0)
    return joined(before, fixes, patch, outcome.state, outcome.added);
  const [first, second] = (suspects && without(suspects, fixes)) ?? [fixes.slice(0, half), fixes.slice(half)];
  return settleTogether(second, await settleTogether(first, before, proof, depth), proof, depth);
}

/** The fixes above suspicion, and then the others. Undefined where there are none of the one or of the other. */
function without(suspects: ReadonlySet<Certain>, fixes: readonly Certain[]): [Certain[], Certain[]] | undefined {
  if (suspects.size === 0 || suspects.size === fixes.length) return undefined;
  const first = fixes.filter((fix) => !suspects.has(fix));
  const second = fixes.filter((fix) => suspects.has(fix));
  return [first, withoutShifts([...first, ...second]).slice(first.length)];
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
 * A fix with the certain fixes of all that it uncovers. Undefined where it does not remove its problem, or makes
 * something wrong that these do not put right.
 */
async function proveChain(
  { problem, patch }: Certain,
  outcome: Outcome,
  proof: Proof,
  depth: number,
): Promise<Pick<Settled, "patch" | "state" | "added"> | undefined> {
  if (!outcome.removes(problem)) return undefined;
  let { state, added, fresh } = outcome;
  let whole = patch;
  for (let round = 0; added.length > 0 && state.isWhole && round < MOST_ROUNDS && depth < MOST_DEPTH; round++) {
    const ordered = inDocumentOrder(added, state.candidate);
    const settled = await settle(await certainFixes(ordered, state, proof, depth + 1), state, proof, depth + 1);
    if (settled.fixes.length === 0) break;
    whole = [...whole, ...settled.patch];
    state = settled.state;
    added = settled.added;
    // What is still there after these fixes is there under the same name, wherever it has moved.
    const left = new Set(fresh.length === 0 ? [] : state.problems.map(nameOf));
    fresh = fresh.filter((one) => left.has(nameOf(one)));
  }
  return fresh.length === 0 ? { patch: whole, state, added } : undefined;
}

function nameOf({ code, about }: Problem): string {
  return about === undefined ? code : `${code} ${about}`;
}
