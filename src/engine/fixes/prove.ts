import type { Fix, Problem } from "../problem.js";
import type { Proof } from "./proof.js";
import { asDoubtful, type Certain, certainFixes, isCertain, type Repair, repairAll, tryFixes } from "./repair.js";

/** The share of the work that is kept for the repair. */
const FOR_REPAIR = 0.75;

/**
 * Which fixes are certain, and the repair that they make together. Those of listed problems are tried one by one while there is
 * work left for it; the others count as proven where they hold together in the repair.
 */
export function prove(
  ordered: readonly Problem[],
  listed: readonly Problem[],
  proof: Proof,
): { fixesOf(problem: Problem): Fix[]; repair: Repair | undefined } {
  const tried = new Map<Problem, Fix[]>();
  for (const problem of listed) {
    if (proof.left <= FOR_REPAIR) break;
    tried.set(problem, tryFixes(problem, proof.start, proof));
  }
  const first = ordered.flatMap((problem): Certain[] => {
    const fixes = tried.get(problem);
    if (fixes === undefined) return certainFixes([problem], proof.start, proof);
    return fixes.filter(isCertain).map(({ patch }) => ({ problem, patch }));
  });
  const { repair, carried } = repairAll(first, proof);
  const proven = new Set(carried.map(({ problem }) => problem));
  return {
    repair,
    fixesOf(problem) {
      const fixes = tried.get(problem) ?? problem.fixes().filter(({ patch }) => proof.start.allows(patch));
      return tried.has(problem) || proven.has(problem) ? fixes : fixes.map(asDoubtful);
    },
  };
}
