import { groupBy } from "../../ground/json/group-by.js";
import { isApplicable } from "../../ground/json/patch.js";
import { isWithin } from "../../ground/json/pointer.js";
import { type Fix, isMachineApplicable, type Problem } from "../problem.js";
import { areIndependent, type PatchScope, partAround, scopeOf } from "./independence.js";
import { type Claim, type FailedProof, isProof, onlyBestProven, type Proof, prove } from "./prove.js";
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
type Result = Proof | FailedProof | undefined;

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
    return onlyBestProven(proven);
  }

  async #proveAlone(claim: Claim): Promise<Result> {
    const { start } = this.trials;
    const result = this.repaired.resultsAlone.get(claim.fix);
    if (result !== undefined) return result;
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
 * Proves that each fix of a repair would also be right by itself, without trying each one. If fixes are right together,
 * and no rule sees two of them, each is right alone. The repair was such a trial of all its fixes, so that nothing is
 * tried if all are independent; otherwise the listed ones are tried again, in independent sets.
 */
async function proveAlone(
  listed: readonly Problem[],
  { applied, resultsAlone }: Repaired,
  trials: Trials,
): Promise<void> {
  const { start } = trials;
  const noteProven = (fixes: readonly AppliedFix[]) => {
    for (const [fix, proof] of provenAlone(fixes, trials)) if (!resultsAlone.has(fix)) resultsAlone.set(fix, proof);
  };
  if (applied.size <= MAX_COMPARED_FIXES) noteProven([...applied.values()]);
  const claims = listed.flatMap((problem) => {
    const { fix } = applied.get(problem) ?? {};
    return fix === undefined || resultsAlone.has(fix) ? [] : [{ problem, fix }];
  });
  for (const set of independentSets(claims, trials)) {
    const cost = set.reduce((sum, { fix }) => sum + costOf(fix.patch), 0);
    const proof = start.affords(cost) ? await prove(set, start) : undefined;
    if (proof !== undefined && isProof(proof)) noteProven(set.map(({ fix }) => ({ fix, proof })));
  }
}

/** Divides claims into sets whose patches are independent. Those that change several parts are left out. */
function independentSets(claims: readonly Claim[], { start, spec }: Trials): Claim[][] {
  const { rules } = spec.compiled();
  const sets: { readonly claim: Claim; readonly scope: PatchScope }[][] = [];
  for (const claim of claims) {
    const scope = scopeOf(claim.fix.patch, start.candidate, rules);
    if (scope === undefined) continue;
    const set = sets.find((members) => members.every((member) => areIndependent(member.scope, scope)));
    if (set === undefined) sets.push([{ claim, scope }]);
    else set.push({ claim, scope });
  }
  return sets.map((set) => set.map(({ claim }) => claim));
}

/**
 * The proofs that each of these fixes is right alone, with the operations that follow from it. There are none if a
 * problem was added, or if a rule looks at two of their patches.
 */
function provenAlone(applied: readonly AppliedFix[], { start: { candidate }, spec }: Trials): Map<Fix, Proof> {
  const none = new Map<Fix, Proof>();
  const proofs = [...new Set(applied.map(({ proof }) => proof))];
  if (proofs.some(({ trial }) => trial.added.length > 0)) return none;
  const operations = proofs.flatMap(({ patch }) => patch);
  const byPart = groupBy(operations, ({ path }) => partAround(path, candidate));
  const scopes: PatchScope[] = [];
  for (const patch of byPart.values()) {
    const scope = scopeOf(patch, candidate, spec.compiled().rules);
    if (scope === undefined || !scopes.every((other) => areIndependent(scope, other))) return none;
    scopes.push(scope);
  }
  const proven = new Map<Fix, Proof>();
  for (const { fix, proof } of applied) {
    const part = partAround(fix.patch[0]?.path ?? "", candidate);
    const patch = byPart.get(part);
    // Another fix has changed the same part.
    if (patch === undefined) return none;
    proven.set(fix, { ...proof, patch });
    byPart.delete(part);
  }
  // The operations that are left follow from a fix in another part, and it is not known which.
  return byPart.size > 0 ? none : proven;
}
