import type { Operation } from "../../json/patch.js";
import { count } from "../problem.js";
import type { Proof } from "./proof.js";

export interface Repair {
  patch: Operation[];
  remaining: number;
}

/**
 * Joins patches that are each proven, given in document order, into one that applies as a whole. The last place in the
 * document comes first, so that removing a list item moves nothing that a later operation points at.
 */
export function joinFixes(patches: readonly Operation[][], proof: Proof): Repair | undefined {
  const joinable = withoutConflicts(patches).reverse();
  if (joinable.length === 0) return undefined;
  const whole = joinable.flat();
  const outcome = proof.outcomeOf(whole);
  if (outcome?.addsNothing) return { patch: whole, remaining: count(outcome.problems, "error") };
  return oneByOne(joinable, proof);
}

/** Two fixes for one place would undo each other; the second has its turn after the next check. */
function withoutConflicts(patches: readonly Operation[][]): Operation[][] {
  const touched = new Set<string>();
  return patches.filter((patch) => {
    const places = patch.flatMap((operation) =>
      operation.op === "move" ? [operation.from, operation.path] : [operation.path],
    );
    if (places.some((place) => touched.has(place))) return false;
    for (const place of places) touched.add(place);
    return true;
  });
}

/** Each is right alone but not all together: keep those that go with what is kept already. */
function oneByOne(patches: readonly Operation[][], proof: Proof): Repair | undefined {
  let repair: Repair | undefined;
  for (const patch of patches) {
    if (proof.exhausted) break;
    const joined = [...(repair?.patch ?? []), ...patch];
    const outcome = proof.outcomeOf(joined);
    if (outcome?.addsNothing) repair = { patch: joined, remaining: count(outcome.problems, "error") };
  }
  return repair;
}
