import type { Fix, Problem } from "../problem.js";
import type { Proof } from "./proof.js";
import { type Repair, repairAll } from "./repair.js";
import { asDoubtful, certainFixes, isCertain, type Tried, tryFixes, untried } from "./settle.js";
import { Places } from "./uncovering.js";

/** Of all work, what the fixes may take that are tried by themselves. */
const FOR_EACH_ALONE = 0.3;

/**
 * Which fixes are certain, and the repair that they make together. What holds together counts as proven; a fix is
 * tried by itself, while there is work left, where it does not, and where the fixes of what it uncovers are part of
 * it.
 */
export async function prove(
  ordered: readonly Problem[],
  proof: Proof,
): Promise<{
  fixesOf(problem: Problem): Promise<readonly Fix[]>;
  /** Whether a fix is known to be certain, without making any. */
  isFixable(problem: Problem): boolean;
  repair: Repair | undefined;
}> {
  const { start } = proof;
  const tried: Tried = new Map();
  const { repair, carried } = await repairAll(await certainFixes(ordered, start, proof, 0, tried), proof);
  const patches = new Map(carried.fixes.map(({ problem, patch }) => [problem, patch]));
  proof.limitTo(FOR_EACH_ALONE);
  let uncovered: Places | undefined;
  const uncoversSome = (patch: Fix["patch"]) => {
    if (carried.added.length === 0) return false;
    uncovered ??= new Places(carried.added);
    return proof.opened(patch).hasSome(uncovered);
  };
  const alone = async (problem: Problem) => {
    const fixes = tried.get(problem) ?? (await tryFixes(problem, start, proof));
    return repair === undefined ? fixes.map(asDoubtful) : fixes;
  };
  return {
    repair,
    isFixable: (problem) =>
      repair !== undefined && (patches.has(problem) || tried.get(problem)?.some(isCertain) === true),
    async fixesOf(problem) {
      if (tried.has(problem)) return alone(problem);
      const fixes = proof.fixesOf(problem);
      const claim = fixes.find(isCertain);
      if (claim === undefined)
        return fixes.some(({ mustFit }) => mustFit !== undefined)
          ? tryFixes(problem, start, proof)
          : untried(problem, start);
      const isCarried = patches.get(problem) === claim.patch;
      const others = () => fixes.filter((fix) => fix !== claim && start.allows(fix.patch));
      if (isCarried && !uncoversSome(claim.patch)) return [claim, ...others()];
      // Where nothing else is wrong, the repair is all that the fix takes.
      if (isCarried && repair && ordered.length === 1) return [{ ...claim, patch: repair.patch }, ...others()];
      if (proof.affords(claim.patch)) return alone(problem);
      return isCarried ? [claim, ...others()] : untried(problem, start);
    },
  };
}
