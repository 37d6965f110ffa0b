import { BoundedMap } from "../../ground/cache/bounded-map.js";
import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import type { Operation } from "../../ground/json/patch.js";
import { isItem, isWithin, parentPointer, valueAt } from "../../ground/json/pointer.js";
import type { Room } from "../../ground/json/room.js";
import { isEmpty, isEqual, isObject, kindOf } from "../../ground/json/value.js";
import { type Fix, isError, isMachineApplicable, type Occurrence } from "../problem.js";
import { changeOfFix, columnOfFix } from "./columns.js";
import { type FailedProof, isProof, type Proof, prove, type Step, selectBest } from "./prove.js";
import { type Repaired, repairAll } from "./repair.js";
import type { Trial } from "./trial.js";
import type { Trials } from "./trials.js";

/** The number of codes that say which errors a fix would add. */
const MAX_BLOCKING_CODES = 10;
/** The number of trials of guesses that are remembered. */
const MAX_REMEMBERED = 8;

/** Repairs a candidate as far as there is room, and returns the fixes to list with each of its diagnostics. */
export async function listFixes(trials: Trials, room: Room): Promise<FixList> {
  const repaired = await repairAll(trials, room);
  trials.work.startListing();
  return new FixList(trials, repaired);
}

/** Undefined if there was no work left to try. */
type Result = Proof | FailedProof | undefined;

/** The fixes to list with an occurrence, and whether there was no work left to try some. */
interface ListedFixes {
  readonly fixes: readonly Fix[];
  readonly isOmitted: boolean;
}

export class FixList {
  /** The proofs of fixes by themselves, by their columns. */
  readonly #proofs = new Map<string, Result>();
  /** The results of guesses, by what they change. */
  readonly #guesses = new Map<string, FailedProof>();
  /** The last trials of guesses, by their patches: many records may have the same one, such as a type for their column. */
  readonly #trials = new BoundedMap<Trial>(MAX_REMEMBERED);

  constructor(
    private readonly trials: Trials,
    readonly repaired: Repaired,
  ) {}

  /**
   * The fixes of an occurrence, best first. A fix that is certain has been proven to be right alone. Every other one was
   * tried too: it removes the violation, and says in `blockedBy` which errors it would add.
   */
  async listFor(occurrence: Occurrence): Promise<ListedFixes> {
    if (this.trials.work.isUsedUp) return { fixes: [], isOmitted: true };
    const document = { candidate: this.trials.start.candidate };
    // A certain fix may take the place of a placeholder.
    const isOffered = (fix: Fix) => this.repaired.applied.has(fix) || !overwrites(fix.patch, document);
    const fixes = this.trials.makeFixes(occurrence).filter(isOffered);
    const results = new Map<Fix, Result>();
    for (const fix of fixes) {
      const step = { occurrence, fix };
      results.set(fix, isMachineApplicable(fix) ? await this.#proveAlone(step) : await this.#tryGuess(step));
    }
    const best = this.#bestOf(fixes.filter(isMachineApplicable), results);
    const others = fixes.filter((fix) => fix !== best?.fix);
    // One that the repair has applied holds with others, but its own result is not known.
    const wasTried = (fix: Fix) => results.get(fix) !== undefined;
    const uncertain: Fix[] = [];
    for (const fix of others.filter(wasTried)) {
      // A proof is about more than the fix that is offered: about what follows it, and not about what it reveals.
      const alone = isMachineApplicable(fix) ? await this.#tryGuess({ occurrence, fix }) : undefined;
      const result = alone ?? results.get(fix);
      if (!isIneffective(result)) uncertain.push(asUncertain(fix, result));
    }
    return {
      fixes: [
        ...(best === undefined ? [] : [{ ...best.fix, patch: [...best.proof.patch] }]),
        ...blockedLast(uncertain),
      ],
      isOmitted: !others.every(wasTried),
    };
  }

  /** The fix that is certain. If one of several could not be tried, none is. */
  #bestOf(fixes: readonly Fix[], results: ReadonlyMap<Fix, Result>) {
    if (this.repaired.repair === undefined || fixes.some((fix) => results.get(fix) === undefined)) return undefined;
    const proven = fixes.flatMap((fix) => {
      const proof = results.get(fix);
      return proof !== undefined && isProof(proof) ? [{ fix, proof }] : [];
    });
    return selectBest(proven);
  }

  /**
   * Proves that a fix is right by itself. Fixes that the repair has applied in one column share a proof, unless further
   * operations belong to it: they are different for each record.
   */
  async #proveAlone(step: Step): Promise<Result> {
    const { start, spec } = this.trials;
    const { occurrence, fix } = step;
    const known = this.repaired.resultsAlone.get(fix);
    if (known !== undefined) return known;
    const column = this.repaired.applied.has(fix) ? columnOfFix(occurrence, fix, spec) : undefined;
    const shared = column === undefined ? undefined : this.#proofs.get(column);
    if (shared !== undefined && isProof(shared) && shared.patch.length === fix.patch.length)
      return { ...shared, patch: fix.patch };
    const { patch } = fix;
    const result = this.trials.grantsTrial(patch, start) ? await prove([[step]], start, this.trials) : undefined;
    if (column !== undefined) this.#proofs.set(column, result);
    return result;
  }

  /** Tries a guess. One that makes the same change in a record with the same keys and kinds has the same result. */
  async #tryGuess(step: Step): Promise<Result> {
    const { start, spec } = this.trials;
    const { occurrence, fix } = step;
    const document = { candidate: start.candidate };
    const holder = valueAt(document, parentPointer(occurrence.path));
    const change = `${changeOfFix(occurrence, fix, spec, document)}\n${isObject(holder) ? kindsIn(holder) : ""}`;
    const known = this.#guesses.get(change);
    if (known !== undefined) return known;
    const patch = JSON.stringify(fix.patch);
    let trial = this.#trials.get(patch);
    if (trial === undefined) {
      if (!this.trials.grantsTrial(fix.patch, start)) return undefined;
      trial = await this.trials.try(fix.patch, start);
      if (trial !== undefined) this.#trials.set(patch, trial);
    }
    const isWrong = ({ path, severity }: Occurrence) => severity === "error" && path === occurrence.path;
    const left = isReplacement(fix, occurrence) ? (trial?.after.violations.occurrences.filter(isWrong) ?? []) : [];
    // A value that is still wrong as it was is no next step. What is newly wrong about it is said in `blockedBy`.
    const isStillWrong = left.some((one) => !trial?.added.includes(one));
    // Renamed, a declaration has the same error again.
    const isBack = trial?.added.some((one) => one.path === occurrence.path && isRepeat(one, occurrence));
    const isEffective = trial?.removes(occurrence) === true && !isStillWrong && !isBack;
    const result = { added: trial?.added.filter(isError) ?? [], ineffective: isEffective ? [] : [step] };
    this.#guesses.set(change, result);
    return result;
  }
}

/** Whether an author reads the same in two occurrences at one place. */
function isRepeat(one: Occurrence, other: Occurrence): boolean {
  return one.code === other.code && isEqual(one.expected, other.expected) && one.message() === other.message();
}

/** Records with more keys are compared by their first ones. */
const MAX_COMPARED_KEYS = 64;

/** The keys of an object, each with the kind of its value. They are read once for all fixes of the object. */
const kindsIn = cacheByObject((holder: object): string => {
  const entries = Object.entries(holder).slice(0, MAX_COMPARED_KEYS);
  return entries.map(([key, value]) => `${key} ${kindOf(value)}`).join("\n");
});

/** Whether a patch would put a value in the place of another one. Only `replace` says that it does. */
function overwrites(patch: readonly Operation[], document: unknown): boolean {
  return patch.some((operation, index) => {
    const { op, path } = operation;
    if (op === "replace" || op === "remove" || isItem(document, path)) return false;
    const value = valueAt(document, path);
    if (value === undefined || isEmpty(value)) return false;
    // A value that is moved up takes the place of the one around it, and an earlier operation may have made room.
    const isInside = op === "move" && isWithin(operation.from, path);
    const madeRoom = (earlier: Operation) => isWithin(path, earlier.op === "move" ? earlier.from : earlier.path);
    return !isInside && !patch.slice(0, index).some(madeRoom);
  });
}

/** Sorts guesses: one that causes other errors comes after those that do not. */
function blockedLast(fixes: readonly Fix[]): Fix[] {
  const isGuess = ({ applicability }: Fix) => applicability === "maybe-incorrect";
  const rank = ({ blockedBy }: Fix) => (blockedBy === undefined ? 0 : 1);
  const sorted = fixes.filter(isGuess).toSorted((one, other) => rank(one) - rank(other));
  return fixes.map((fix) => (isGuess(fix) ? (sorted.shift() as Fix) : fix));
}

/** Whether the only operation of a fix replaces the value of an occurrence by a scalar. */
function isReplacement({ applicability, patch: [first, ...others] }: Fix, { path }: Occurrence): boolean {
  if (applicability === "has-placeholders" || first?.op !== "replace" || others.length > 0) return false;
  return first.path === path && typeof first.value !== "object";
}

function isIneffective(result: Result): boolean {
  return result !== undefined && !isProof(result) && result.ineffective.length > 0;
}

function asUncertain(fix: Fix, result: Result): Fix {
  const applicability = isMachineApplicable(fix) ? "maybe-incorrect" : fix.applicability;
  const added = result === undefined || isProof(result) ? [] : result.added.filter(isError);
  const blockedBy = [...new Set(added.map(({ code }) => code))].slice(0, MAX_BLOCKING_CODES);
  return { ...fix, applicability, ...(blockedBy.length > 0 && { blockedBy }) };
}
