import { type Operation, placesOf } from "../../json/patch.js";
import { PlaceSet } from "../../json/place-set.js";
import { isIndex, parent, parse } from "../../json/pointer.js";
import { type Fix, isMachineApplicable, type Problem } from "../problem.js";
import { isReadBy } from "../rules/reads.js";
import { type CheckedCandidate, costOf } from "./trials.js";

/** A fix that claims to be certain, and the problem that it fixes. */
export interface Claim {
  readonly problem: Problem;
  readonly fix: Fix;
}

/** Chooses among several claims for one problem; undefined if the author has to choose. */
type Choose = (claims: readonly Claim[], state: CheckedCandidate) => Promise<Claim | undefined>;

/**
 * One claim for each problem that has one, as many as there is work to try. Without `choose`, problems with several
 * are left out.
 */
export async function claimsFor(
  problems: readonly Problem[],
  state: CheckedCandidate,
  choose?: Choose,
): Promise<Claim[]> {
  const { trials } = state;
  const chosen: Claim[] = [];
  let cost = 0;
  for (const problem of problems) {
    // Making fixes takes work too, which is wasted if there is none left to try them.
    if (!state.affordsBatch(cost)) break;
    await trials.pause();
    const fixes = trials.fixesOf(problem, "machine-applicable").filter(isMachineApplicable);
    const claims = fixes.map((fix) => ({ problem, fix }));
    const best = claims.length > 1 ? await choose?.(claims, state) : claims[0];
    if (best === undefined || !state.affordsBatch(cost + costOf(best.fix.patch))) continue;
    cost += costOf(best.fix.patch);
    chosen.push(best);
  }
  return chosen;
}

export function patchOf(claims: readonly Claim[]): readonly Operation[] {
  return claims.length === 1 ? (claims[0] as Claim).fix.patch : claims.flatMap(({ fix }) => fix.patch);
}

/** Returns a test: whether a fix changes the place of one of these problems, or a place that its rule reads. */
export function couldAffect(problems: readonly Problem[]): (claim: Claim) => boolean {
  const places = new PlaceSet(problems.map(({ path }) => path));
  const reads = [...new Set(problems.map((problem) => problem.reads))].flatMap((own) => own ?? []);
  return ({ fix }) =>
    placesOf(fix.patch).some(
      (place) => places.isAround(place) || places.has(place) || isReadBy(reads, parse(place).slice(1)),
    );
}

/**
 * Selects the claims that can be applied together, because they change different places. The order is reversed, so that
 * removing an array item moves no item that a later operation points at.
 */
export function disjointClaims(inOrder: readonly Claim[]): Claim[] {
  const touched = new PlaceSet();
  const disjoint = inOrder.filter(({ fix }) => {
    const places = placesOf(fix.patch);
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
    if (firstMoved.size > 0 && placesOf(patch).some((place) => isShifted(place, firstMoved))) return false;
    noteShifts(patch, firstMoved);
    return true;
  });
}

function noteShifts(patch: readonly Operation[], firstMoved: Map<string, number>): void {
  for (const operation of patch) {
    if (operation.op === "replace") continue;
    for (const place of placesOf([operation])) {
      const index = place.slice(place.lastIndexOf("/") + 1);
      if (!isIndex(index)) continue;
      const array = parent(place);
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
