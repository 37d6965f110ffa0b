import { groupBy } from "../../json/group-by.js";
import { isApplicable } from "../../json/patch.js";
import { isWithin } from "../../json/pointer.js";
import { type Fix, isMachineApplicable, type Problem } from "../problem.js";
import type { Claim } from "./claims.js";
import { IndependentPatches, partAround, scopeOf } from "./independent-patches.js";
import { isProof, onlyBest, type Proof, prove, type Refutation } from "./prove.js";
import { type AppliedFix, type Repaired, repairAll } from "./repair.js";
import { costOf, type Trials } from "./trials.js";

/** The number of codes that say why a fix is not certain. */
const MAX_BLOCKING_CODES = 3;
/** With more fixes in a repair, trying the listed ones takes less time than comparing all with each other. */
const MAX_COMPARED_FIXES = 200;

/** Repairs a candidate, and returns the fixes to list with each of its problems. */
export async function listFixes(listed: readonly Problem[], trials: Trials): Promise<FixList> {
  const repaired = await repairAll(trials);
  trials.startListing();
  if (repaired.repair !== undefined) await proveAlone(listed, repaired, trials);
  return new FixList(trials, repaired);
}

/** Undefined if there was no work left to try. */
type Result = Proof | Refutation | undefined;

class FixList {
  constructor(
    private readonly trials: Trials,
    private readonly repaired: Repaired,
  ) {}

  get repair() {
    return this.repaired.repair;
  }

  /** Whether the repair has a fix of this problem. Unlike fixesOf(), this makes no fixes. */
  isFixable(problem: Problem): boolean {
    return this.repaired.applied.has(problem);
  }

  /** The fixes of a problem, best first. A fix that is certain has been proven to be right alone. */
  async fixesOf(problem: Problem): Promise<readonly Fix[]> {
    const applied = this.repaired.applied.get(problem)?.fix;
    const document = { candidate: this.trials.start.candidate };
    const fixes = this.trials.fixesOf(problem).filter((fix) => fix === applied || isApplicable(document, fix.patch));
    const results = new Map<Fix, Result>();
    for (const fix of fixes)
      results.set(fix, isMachineApplicable(fix) ? await this.#proveAlone({ problem, fix }) : await this.#tryGuess(fix));
    const best = this.#bestOf(fixes.filter(isMachineApplicable), results);
    const others = fixes.filter((fix) => fix !== best?.fix && !isIneffective(results.get(fix)));
    const uncertain = others.map((fix) => asUncertain(fix, results.get(fix)));
    return best === undefined ? uncertain : [{ ...best.fix, patch: [...best.proof.patch] }, ...uncertain];
  }

  /** The fix that is certain. If one of several could not be tried, none is. */
  #bestOf(fixes: readonly Fix[], results: ReadonlyMap<Fix, Result>) {
    if (this.repair === undefined || fixes.some((fix) => results.get(fix) === undefined)) return undefined;
    const proven = fixes.flatMap((fix) => {
      const proof = results.get(fix);
      return proof !== undefined && isProof(proof) ? [{ fix, proof }] : [];
    });
    return onlyBest(proven);
  }

  async #proveAlone(claim: Claim): Promise<Result> {
    const { start } = this.trials;
    const known = this.repaired.alone.get(claim.fix);
    if (known !== undefined) return known;
    return start.knowsAllProblems && start.affords(costOf(claim.fix.patch)) ? prove([claim], start) : undefined;
  }

  /**
   * Tries a guess whose value must fit. If the value has problems, the guess is still offered; `blockedBy` names them.
   */
  async #tryGuess({ mustFitAt, patch }: Fix): Promise<Result> {
    const { start } = this.trials;
    if (mustFitAt === undefined || !start.knowsAllProblems) return undefined;
    const trial = start.affords(costOf(patch)) ? await start.try(patch) : undefined;
    return trial && { added: trial.added.filter(({ path }) => isWithin(path, mustFitAt)), ineffective: [] };
  }
}

function isIneffective(result: Result): boolean {
  return result !== undefined && !isProof(result) && result.ineffective.length > 0;
}

function asUncertain(fix: Fix, result: Result): Fix {
  const applicability = isMachineApplicable(fix) ? "maybe-incorrect" : fix.applicability;
  const added = result === undefined || isProof(result) ? [] : result.added;
  const blockedBy = [...new Set(added.map(({ code }) => code))].slice(0, MAX_BLOCKING_CODES);
  return { ...fix, applicability, ...(blockedBy.length > 0 && { blockedBy }) };
}

/**
 * Proves the fixes of a repair alone, without a trial of each: if fixes are right together, and no rule looks at two of
 * them, each is right alone. First all of them are taken as one such set: its trials have already been made. If they
 * are not independent, the listed ones are tried again, in sets that are.
 */
async function proveAlone(listed: readonly Problem[], { applied, alone }: Repaired, trials: Trials): Promise<void> {
  const { start } = trials;
  if (applied.size <= MAX_COMPARED_FIXES) noteIndependent([...applied.values()], alone, trials);
  const claims = listed.flatMap((problem) => {
    const { fix } = applied.get(problem) ?? {};
    return fix === undefined || alone.has(fix) ? [] : [{ problem, fix }];
  });
  for (const set of independentSets(claims, trials)) {
    const cost = set.reduce((sum, { fix }) => sum + costOf(fix.patch), 0);
    const proof = start.affords(cost) ? await prove(set, start) : undefined;
    if (proof === undefined || !isProof(proof)) continue;
    noteIndependent(
      set.map(({ fix }) => ({ fix, proof })),
      alone,
      trials,
    );
  }
}

/** Divides claims into sets of which no rule looks at two together. Those that change several parts are left out. */
function independentSets(claims: readonly Claim[], { start, spec }: Trials): Claim[][] {
  const sets: { patches: IndependentPatches; claims: Claim[] }[] = [];
  for (const claim of claims) {
    const scope = scopeOf(claim.fix.patch, start.candidate, spec.compiled().rules);
    if (scope === undefined) continue;
    let set = sets.find(({ patches }) => patches.add(scope));
    if (set === undefined) {
      set = { patches: new IndependentPatches(), claims: [] };
      set.patches.add(scope);
      sets.push(set);
    }
    set.claims.push(claim);
  }
  return sets.map((set) => set.claims);
}

/**
 * Notes that each of these fixes is right alone, with the operations that follow from it. Notes nothing if a problem
 * was added, or if a rule looks at two of their patches.
 */
function noteIndependent(
  applied: readonly AppliedFix[],
  alone: Repaired["alone"],
  { start: { candidate }, spec }: Trials,
): void {
  const proofs = [...new Set(applied.map(({ proof }) => proof))];
  if (proofs.some(({ trial }) => trial.added.length > 0)) return;
  const operations = proofs.flatMap(({ patch }) => patch);
  const byPart = groupBy(operations, ({ path }) => partAround(path, candidate));
  const independent = new IndependentPatches();
  for (const patch of byPart.values()) {
    const scope = scopeOf(patch, candidate, spec.compiled().rules);
    if (scope === undefined || !independent.add(scope)) return;
  }
  const proven = new Map<Fix, Proof>();
  for (const { fix, proof } of applied) {
    const part = partAround(fix.patch[0]?.path ?? "", candidate);
    const patch = byPart.get(part);
    // Another fix has changed the same part.
    if (patch === undefined) return;
    proven.set(fix, { ...proof, patch });
    byPart.delete(part);
  }
  // The operations that are left follow from a fix in another part, and it is not known which.
  if (byPart.size > 0) return;
  for (const [fix, proof] of proven) if (!alone.has(fix)) alone.set(fix, proof);
}
