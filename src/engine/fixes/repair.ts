import type { Operation } from "../../json/patch.js";
import { inDocumentOrder } from "../document-order.js";
import { count } from "../problem.js";
import type { Certain } from "./in-turn.js";
import type { Proof } from "./proof.js";
import { certainFixes, MOST_ROUNDS, type Settled, settle } from "./settle.js";

export interface Repair {
  patch: Operation[];
  /** The errors that are left after the patch. */
  remaining: number;
  /** False where work or room ran out, or problems were too many, before all certain fixes were found. */
  complete: boolean;
}

/**
 * Applies all certain fixes, checks the result, and starts again with what is left, until nothing certain is. `first`
 * are the fixes of the first round, in document order; `carried` says what came of them.
 */
export async function repairAll(
  first: readonly Certain[],
  proof: Proof,
): Promise<{ repair: Repair | undefined; carried: Pick<Settled, "fixes" | "added"> }> {
  const carried = await settle(first, proof.start, proof);
  if (carried.fixes.length === 0) return { repair: undefined, carried };
  const patch = [...carried.patch];
  let { state } = carried;
  let round = 1;
  // Where more problems are left than are kept, their fixes are not looked for.
  for (; round < MOST_ROUNDS && state.problems.length > 0 && state.isWhole; round++) {
    if (!proof.affordsFixes(0, state)) break;
    const ordered = inDocumentOrder(state.problems, state.candidate);
    const settled = await settle(await certainFixes(ordered, state, proof), state, proof);
    if (settled.fixes.length === 0) break;
    patch.push(...settled.patch);
    state = settled.state;
  }
  const complete = state.problems.length === 0 || (proof.isComplete && round < MOST_ROUNDS && state.isWhole);
  return { repair: { patch, remaining: count(state.problems, "error"), complete }, carried };
}
