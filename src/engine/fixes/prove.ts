import type { Fix, Problem } from "../problem.js";
import type { Proof } from "./proof.js";
import { type Repair, repairAll } from "./repair.js";
import { asDoubtful, certainFixes, isCertain, type Tried, tryFixes, untried } from "./settle.js";
import { Places } from "./uncovering.js";

/**
 * Which fixes are certain, and the repair that they make together. What holds together counts as proven; a fix is tried by
 * itself, while there is work left, where it does not, and where the fixes of what it uncovers are part of it.
 */
export function prove(
  ordered: readonly Problem[],
  proof: Proof,
): { fixesOf(problem: Problem): Fix[]; repair: Repair | undefined } {
  const { start } = proof;
  const tried: Tried = new Map();
  const { repair, carried } = repairAll(certainFixes(ordered, start, proof, 0, tried), proof);
  const patches = new Map(carried.fixes.map(({ problem, patch }) => [problem, patch]));
  const uncovered = new Places(carried.added);
  const isProven = (problem: Problem) => {
    const patch = patches.get(problem);
    return patch !== undefined && (carried.added.length === 0 || !proof.opened(patch).hasSome(uncovered));
  };
  return {
    repair,
    fixesOf(problem) {
      const fixes = proof.fixesOf(problem);
      const [claim] = fixes.filter(isCertain);
      const isTried = tried.has(problem) || (claim !== undefined && !isProven(problem) && proof.affords(claim.patch));
      if (isTried) {
        const own = tried.get(problem) ?? tryFixes(problem, start, proof);
        return repair === undefined ? own.map(asDoubtful) : own;
      }
      if (claim === undefined || !patches.has(problem)) return untried(problem, start);
      return [claim, ...fixes.filter((fix) => fix !== claim && start.allows(fix.patch))];
    },
  };
}
