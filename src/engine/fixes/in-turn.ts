import type { Operation } from "../../json/patch.js";
import { isIndex, parent } from "../../json/pointer.js";
import type { Problem } from "../problem.js";
import { placesOf } from "./state.js";

/** A fix that is right for certain, with all that it takes. */
export interface Certain {
  readonly problem: Problem;
  readonly patch: readonly Operation[];
}

/**
 * Fixes that can be applied together, given in document order, and those that have to wait. The last place of the
 * document comes first, so that removing an item moves nothing that a later operation points at.
 */
export function inTurn(fixes: readonly Certain[]): { now: Certain[]; later: Certain[] } {
  const conflicts = new Conflicts();
  const apart: Certain[] = [];
  const later: Certain[] = [];
  for (const fix of fixes) (conflicts.admits(fix) ? apart : later).push(fix);
  const now = withoutShifts(apart.toReversed());
  const shifted = new Set(now.length < apart.length ? apart : []);
  for (const fix of now) shifted.delete(fix);
  return { now, later: [...later, ...shifted] };
}

/** Two fixes for one place would undo each other. */
class Conflicts {
  readonly #touched = new Set<string>();

  admits({ patch }: Certain): boolean {
    const places = placesOf(patch);
    if (places.some((place) => this.#touched.has(place))) return false;
    for (const place of places) this.#touched.add(place);
    return true;
  }
}

/** A fix whose places are moved by one before it would miss them. */
export function withoutShifts(fixes: readonly Certain[]): Certain[] {
  /** By array, the first item that has moved. */
  const shifted = new Map<string, number>();
  return fixes.filter(({ patch }) => {
    if (shifted.size > 0 && placesOf(patch).some((place) => isShifted(place, shifted))) return false;
    for (const operation of patch) {
      if (operation.op === "replace") continue;
      noteShift(operation.path, shifted);
      if (operation.op === "move") noteShift(operation.from, shifted);
    }
    return true;
  });
}

function noteShift(place: string, shifted: Map<string, number>): void {
  const index = place.slice(place.lastIndexOf("/") + 1);
  if (!isIndex(index)) return;
  const array = parent(place);
  shifted.set(array, Math.min(Number(index), shifted.get(array) ?? Number.POSITIVE_INFINITY));
}

function isShifted(place: string, shifted: ReadonlyMap<string, number>): boolean {
  for (let end = place.length; end > 0; end = place.lastIndexOf("/", end - 1)) {
    const slash = place.lastIndexOf("/", end - 1);
    const first = shifted.get(place.slice(0, slash));
    if (first !== undefined && Number(place.slice(slash + 1, end)) >= first) return true;
  }
  return false;
}
