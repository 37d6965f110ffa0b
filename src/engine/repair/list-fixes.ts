import { groupBy } from "../../json/group-by.js";
import { isApplicable, type Operation } from "../../json/patch.js";
import { isWithin } from "../../json/pointer.js";
import { type Fix, isMachineApplicable, type Problem } from "../problem.js";
import type { CertainFix } from "./disjoint-fixes.js";
import { IndependentPatches, partAround, scopeOf } from "./independent-patches.js";
import { type AcceptedFix, type FixResults, type Repair, repairAll } from "./repair.js";
import { costOf, type Trials } from "./trials.js";
import { type Accepted, isAccepted, onlyBest, type Rejected, tryTogether } from "./try-fixes.js";

/** The number of codes that say why a fix is not certain. */
const MAX_BLOCKING_CODES = 3;
/** With more fixes in a repair, trying the listed ones takes less time than comparing all with each other. */
const MAX_COMPARED_FIXES = 200;

/** Repairs a candidate, and returns the fixes to list with each of its problems. */
export async function listFixes(listed: readonly Problem[], trials: Trials): Promise<FixList> {
  const { repair, results } = await repairAll(trials);
  trials.startListing();
  const proven = repair === undefined ? new Map() : await proveTogether(listed, results, trials);
  return new FixList(trials, repair, results, proven);
}

type Result = Accepted | Rejected | undefined;
/** Fixes that are known to be right alone, although they were tried together. */
type Proven = ReadonlyMap<Fix, Accepted>;

class FixList {
  constructor(
    private readonly trials: Trials,
    readonly repair: Repair | undefined,
    private readonly results: FixResults,
    private readonly proven: Proven,
  ) {}

  /** Whether the repair has a fix of this problem. Unlike fixesOf(), this makes no fixes. */
  isFixable(problem: Problem): boolean {
    return this.results.accepted.has(problem);
  }

  /** The fixes of a problem, best first. A fix that is certain has been proven to be right alone. */
  async fixesOf(problem: Problem): Promise<readonly Fix[]> {
    const applied = this.results.accepted.get(problem)?.fix;
    const document = { candidate: this.trials.start.candidate };
    const fixes = this.trials.fixesOf(problem).filter((fix) => fix === applied || isApplicable(document, fix.patch));
    const results = new Map<Fix, Result>();
    for (const fix of fixes)
      results.set(fix, isMachineApplicable(fix) ? await this.#tryAlone({ problem, fix }) : await this.#tryGuess(fix));
    const best = this.#bestOf(fixes.filter(isMachineApplicable), results);
    const others = fixes.filter((fix) => fix !== best?.fix && !isIneffective(results.get(fix)));
    const uncertain = others.map((fix) => asUncertain(fix, results.get(fix)));
    return best === undefined ? uncertain : [{ ...best.fix, patch: [...best.result.patch] }, ...uncertain];
  }

  /** The fix that is certain. If one of several could not be tried, none is. */
  #bestOf(fixes: readonly Fix[], results: ReadonlyMap<Fix, Result>) {
    if (this.repair === undefined || fixes.some((fix) => results.get(fix) === undefined)) return undefined;
    const accepted = fixes.flatMap((fix) => {
      const result = results.get(fix);
      return result !== undefined && isAccepted(result) ? [{ fix, result }] : [];
    });
    return onlyBest(accepted);
  }

  /** The result of a fix by itself; undefined if there is no work left to try it. */
  async #tryAlone(certain: CertainFix): Promise<Result> {
    const { problem, fix } = certain;
    const { start } = this.trials;
    const applied = this.results.accepted.get(problem);
    if (applied?.isAlone === true && applied.fix === fix) return applied.result;
    const known = this.proven.get(fix) ?? this.results.rejected.get(problem);
    if (known !== undefined) return known;
    return start.knowsAllProblems && start.affords(costOf(fix.patch)) ? tryTogether([certain], start) : undefined;
  }

  /**
   * Tries a guess whose value must fit. If the value has problems, the guess is still offered; `blockedBy` names them.
   */
  async #tryGuess({ mustFitAt, patch }: Fix): Promise<Rejected | undefined> {
    const { start } = this.trials;
    if (mustFitAt === undefined || !start.knowsAllProblems) return undefined;
    const trial = start.affords(costOf(patch)) ? await start.try(patch) : undefined;
    return trial && { added: trial.added.filter(({ path }) => isWithin(path, mustFitAt)), ineffective: [] };
  }
}

function isIneffective(result: Result): boolean {
  return result !== undefined && !isAccepted(result) && result.ineffective.length > 0;
}

function asUncertain(fix: Fix, result: Result): Fix {
  const applicability = isMachineApplicable(fix) ? "maybe-incorrect" : fix.applicability;
  const added = result === undefined || isAccepted(result) ? [] : result.added;
  const blockedBy = [...new Set(added.map(({ code }) => code))].slice(0, MAX_BLOCKING_CODES);
  return { ...fix, applicability, ...(blockedBy.length > 0 && { blockedBy }) };
}

/**
 * Proves fixes without a trial of each. If fixes are right together, and no rule looks at two of them, each is right
 * alone. First all fixes of the repair are taken as one such set: its trials have already been made. If they are not
 * independent, the listed ones are tried again, in sets that are.
 */
async function proveTogether(listed: readonly Problem[], { accepted }: FixResults, trials: Trials): Promise<Proven> {
  const all = accepted.size > MAX_COMPARED_FIXES ? [] : [...accepted.values()];
  return provenByRepair(all, trials) ?? (await proveInSets(listed, accepted, trials));
}

function provenByRepair(applied: readonly AcceptedFix[], trials: Trials): Proven | undefined {
  if (applied.length === 0) return undefined;
  const fixes = applied.map(({ fix }) => fix);
  const patches = patchesByFix(fixes, [...new Set(applied.map(({ result }) => result))], trials);
  return patches && new Map(applied.map(({ fix, result }) => [fix, { ...result, patch: patches.get(fix) ?? [] }]));
}

async function proveInSets(
  listed: readonly Problem[],
  applied: ReadonlyMap<Problem, AcceptedFix>,
  trials: Trials,
): Promise<Proven> {
  const { start, spec } = trials;
  const sets: { patches: IndependentPatches; fixes: CertainFix[] }[] = [];
  for (const problem of listed) {
    const { fix, isAlone } = applied.get(problem) ?? {};
    const scope = fix && !isAlone && scopeOf(fix.patch, start.candidate, spec.rules);
    if (!scope) continue;
    let set = sets.find(({ patches }) => patches.add(scope));
    if (set === undefined) {
      set = { patches: new IndependentPatches(), fixes: [] };
      set.patches.add(scope);
      sets.push(set);
    }
    set.fixes.push({ problem, fix });
  }
  const proven = new Map<Fix, Accepted>();
  for (const { fixes } of sets) {
    const cost = fixes.reduce((sum, { fix }) => sum + costOf(fix.patch), 0);
    const result = start.affords(cost) ? await tryTogether(fixes, start) : undefined;
    if (result === undefined || !isAccepted(result)) continue;
    const own = fixes.map(({ fix }) => fix);
    for (const [fix, patch] of patchesByFix(own, [result], trials) ?? []) proven.set(fix, { ...result, patch });
  }
  return proven;
}

/**
 * The patch of each fix, with the operations that follow from it. Undefined if a problem was added, or if a rule looks
 * at two of these patches.
 */
function patchesByFix(
  fixes: readonly Fix[],
  results: readonly Accepted[],
  { start: { candidate }, spec }: Trials,
): ReadonlyMap<Fix, Operation[]> | undefined {
  if (results.some(({ trial }) => trial.added.length > 0)) return undefined;
  const operations = results.flatMap(({ patch }) => patch);
  const byPart = groupBy(operations, ({ path }) => partAround(path, candidate));
  const independent = new IndependentPatches();
  for (const patch of byPart.values()) {
    const scope = scopeOf(patch, candidate, spec.rules);
    if (scope === undefined || !independent.add(scope)) return undefined;
  }
  const patches = new Map<Fix, Operation[]>();
  for (const fix of fixes) {
    const part = partAround(fix.patch[0]?.path ?? "", candidate);
    const patch = byPart.get(part);
    // Another fix has changed the same part.
    if (patch === undefined) return undefined;
    patches.set(fix, patch);
    byPart.delete(part);
  }
  // The operations that are left follow from a fix in another part, and it is not known which.
  return byPart.size > 0 ? undefined : patches;
}
