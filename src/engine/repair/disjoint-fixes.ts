import { type Operation, placesOf } from "../../json/patch.js";
import { PlaceSet } from "../../json/place-set.js";
import { isIndex, parent } from "../../json/pointer.js";
import type { Fix, Problem } from "../problem.js";

/** A problem, and a fix of it that claims to be certain. */
export interface CertainFix {
  readonly problem: Problem;
  readonly fix: Fix;
}

/**
 * Selects the fixes that can be applied together, because they change different places. The order is reversed, so that
 * removing an array item moves no item that a later operation points at.
 */
export function disjointFixes(inOrder: readonly CertainFix[]): CertainFix[] {
  const touched = new PlaceSet();
  const disjoint = inOrder.filter(({ fix }) => {
    const places = placesOf(fix.patch);
    if (places.some((place) => touched.isAround(place) || touched.has(place))) return false;
    for (const place of places) touched.add(place);
    return true;
  });
  return withoutShifted([], disjoint.toReversed());
}

/** Leaves out the fixes whose places are moved by `applied`, or by a fix before them. */
export function withoutShifted(applied: readonly CertainFix[], fixes: readonly CertainFix[]): CertainFix[] {
  /** The index of the first item that has moved, by the path of its array. */
  const firstMoved = new Map<string, number>();
  for (const { fix } of applied) noteShifts(fix.patch, firstMoved);
  return fixes.filter(({ fix: { patch } }) => {
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
