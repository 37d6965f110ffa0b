import { groupBy } from "../../json/group-by.js";
import { isApplicable, type Operation, placesOf } from "../../json/patch.js";
import { childOf, isIndex, isWithin, toPointer, toTokens, valueAt } from "../../json/pointer.js";
import { overlaps, selects } from "../../json/selector.js";
import type { DeclarationSource } from "../grammar.js";
import { type Fix, inRequest, isMachineApplicable, type Problem } from "../problem.js";
import type { CompiledRule } from "../rules/compile-rule.js";
import { isReadBy } from "../rules/reads.js";
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
 * Proves that each fix of a repair would also be right by itself, without trying each one: if fixes are right together,
 * and no rule looks at two of them, each is right alone. First all of them are taken as one such set: its trials have
 * already been made. If they are not independent, the listed ones are tried again, in sets that are.
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
function independentSets(claims: readonly Claim[], trials: Trials): Claim[][] {
  const sets: { patches: IndependentPatches; claims: Claim[] }[] = [];
  for (const claim of claims) {
    const scope = scopeOf(claim.fix.patch, trials);
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
function noteIndependent(applied: readonly AppliedFix[], alone: Repaired["alone"], trials: Trials): void {
  const { candidate } = trials.start;
  const proofs = [...new Set(applied.map(({ proof }) => proof))];
  if (proofs.some(({ trial }) => trial.added.length > 0)) return;
  const operations = proofs.flatMap(({ patch }) => patch);
  const byPart = groupBy(operations, ({ path }) => partAround(path, candidate));
  const independent = new IndependentPatches();
  for (const patch of byPart.values()) {
    const scope = scopeOf(patch, trials);
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

/** The part of a candidate that a patch changes, and the rules that compare this part with others. */
interface PatchScope {
  /** The pointer of the array item, or of the property of the candidate, that contains all places of the patch. */
  readonly part: string;
  readonly readers: readonly ReadingRule[];
}

/** A rule that reads a patched place, and looks at more than one part of a candidate. */
interface ReadingRule {
  readonly rule: CompiledRule;
  /** Whether the values at the patched places decide about other parts. */
  readonly isShared: boolean;
  /** The declared names whose values are patched; undefined if the patch changes something else. */
  readonly columns: readonly string[] | undefined;
}

/** The scope of a patch; undefined if the patch changes several parts, or adds, removes or moves a whole part. */
function scopeOf(patch: readonly Operation[], { start: { candidate }, spec }: Trials): PatchScope | undefined {
  const places = placesOf(patch);
  const part = partAround(places[0] ?? "", candidate);
  if (part === undefined || places.some((place) => !isWithin(place, part))) return undefined;
  if (patch.some(({ op, path }) => path === part && op !== "replace")) return undefined;
  const changed = places.map((place) => toTokens(place).slice(1));
  const readers: ReadingRule[] = [];
  for (const rule of spec.compiled().rules) {
    const { shared, all, columnsOf } = rule.reads;
    if (shared.length === 0 || !changed.some((tokens) => isReadBy(all, tokens))) continue;
    const isShared = changed.some((tokens) => isReadBy(shared, tokens));
    readers.push({ rule, isShared, columns: columnsOf && columnsAt(changed, candidate, columnsOf) });
  }
  return { part, readers };
}

/**
 * A set of patches of which no rule looks at two together: if the candidate with all of them is right, each of them is
 * right alone. A rule checks each part (an array item) by itself, but may also read values outside of it: two patches that
 * change such a value are not independent.
 */
class IndependentPatches {
  readonly #parts = new Set<string>();
  readonly #readers = new Map<CompiledRule, ReadingRule[]>();

  /** Adds a patch by its scope. Returns false, and adds nothing, if a rule would look at this patch and another one. */
  add({ part, readers }: PatchScope): boolean {
    const isCompared = (reader: ReadingRule) =>
      this.#readers.get(reader.rule)?.some((known) => compares(known, reader));
    if (this.#parts.has(part) || readers.some(isCompared)) return false;
    this.#parts.add(part);
    for (const reader of readers) this.#readers.set(reader.rule, [...(this.#readers.get(reader.rule) ?? []), reader]);
    return true;
  }
}

/** Whether a rule looks at two patches together: one of them decides about other parts, and they share a column. */
function compares(one: ReadingRule, other: ReadingRule): boolean {
  if (!one.isShared && !other.isShared) return false;
  return one.columns === undefined || other.columns?.some((column) => one.columns?.includes(column)) !== false;
}

/** The declared names whose values or types are at these places; undefined if another place is among them. */
function columnsAt(
  places: readonly (readonly string[])[],
  candidate: unknown,
  { at, name, type, records = "" }: DeclarationSource,
): string[] | undefined {
  const record = toTokens(records);
  const columns = places.map((tokens) => {
    if (type !== undefined && selects(toTokens(at + type), tokens))
      return valueAt(candidate, toPointer(tokens.slice(0, toTokens(at).length)) + name);
    return overlaps(record, tokens) ? tokens[record.length] : undefined;
  });
  return columns.every((column) => typeof column === "string") ? columns : undefined;
}

/**
 * The pointer of the outermost array item that contains a place or, outside of arrays, of the property of the
 * candidate. Undefined for the candidate itself, and for an item that does not exist yet.
 */
function partAround(path: string, candidate: unknown): string | undefined {
  const [, ...tokens] = toTokens(path);
  let value = candidate;
  for (const [depth, token] of tokens.entries()) {
    if (Array.isArray(value)) return isIndex(token) ? inRequest(toPointer(tokens.slice(0, depth + 1))) : undefined;
    value = childOf(value, token);
  }
  return tokens.length === 0 ? undefined : inRequest(toPointer(tokens.slice(0, 1)));
}
