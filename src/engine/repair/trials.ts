import { groupBy } from "../../ground/json/group-by.js";
import { type Operation, patchedPlaces } from "../../ground/json/patch.js";
import { PlaceSet } from "../../ground/json/place-set.js";
import { valueAt } from "../../ground/json/pointer.js";
import { byteLength, countNodes, lengthAsJson } from "../../ground/json/size.js";
import { type TracedPatch, tracePatch } from "../../ground/json/trace-patch.js";
import { isObject } from "../../ground/json/value.js";
import type { Registry } from "../../ground/registry/registry.js";
import type { CompiledSpec } from "../compile-spec.js";
import { inDocumentOrder } from "../document-order.js";
import type { RequestValues } from "../fixers/shape-error.js";
import { type Inspected, type InspectOptions, problemsOf } from "../inspect.js";
import type { Memo } from "../memo.js";
import { countProblems, type Fix, type Problem } from "../problem.js";

/**
 * The work that one candidate may cause after its first check, in units of about a tenth of a microsecond. Work is
 * counted, not timed, so that every instance gives the same answer.
 */
const MAX_WORK = 155_000;
/** The part of MAX_WORK that the repair must leave for the fixes of listed problems. */
const LISTING_WORK = 0.2 * MAX_WORK;
const COSTS = {
  check: 300,
  node: 3,
  problemBefore: 8,
  /** A problem that is only counted: it is found like the others, and then left out. */
  problemCounted: 20,
  problemAfter: 20,
  place: 10,
  /** A place that appears or goes: the object around it is copied property by property. */
  changedKey: 30,
  nodeInserted: 4,
  makingFixes: 40,
  nodeRead: 5,
};

/** Pauses the work for other callers; undefined if the work may continue at once. */
export type Pause = () => Promise<void> | undefined;

/** A candidate with all its problems. Patches are tried on it as long as there is work left. */
export class CheckedCandidate {
  readonly errors: number;
  /** How many problems of each code are only counted, for the codes that have such problems. */
  readonly counted: ReadonlyMap<string, number>;
  #byPath: ReadonlyMap<string, readonly Problem[]> | undefined;
  #inOrder: readonly Problem[] | undefined;

  constructor(
    readonly trials: Trials,
    readonly candidate: unknown,
    readonly problems: readonly Problem[],
    /** The approximate number of nodes. */
    readonly weight: number,
  ) {
    this.errors = countProblems(problems, "error");
    const counted = new Map<string, number>();
    for (const { code, more } of problems) if (more !== undefined) counted.set(code, more + (counted.get(code) ?? 0));
    this.counted = counted;
  }

  get inOrder(): readonly Problem[] {
    this.#inOrder ??= inDocumentOrder(this.problems, this.candidate);
    return this.#inOrder;
  }

  /** Whether the candidate has a problem with the same code and subject at this path. */
  has(problem: Problem, path: string): boolean {
    this.#byPath ??= groupBy(this.problems, ({ path: own }) => own);
    return includesProblem(this.#byPath.get(path), problem);
  }

  /** The number of problems of a code. */
  count(code: string): number {
    let sum = this.counted.get(code) ?? 0;
    for (const problem of this.problems) if (problem.code === code) sum++;
    return sum;
  }

  /** Whether there is work left for trials of patches of this cost. */
  affords(patchCost: number, trialCount = 1): boolean {
    return this.trials.affords(trialCount * (this.#checkCost() + patchCost));
  }

  /** Applies a patch and checks the result. Returns undefined if the patch cannot be applied. */
  async try(patch: readonly Operation[]): Promise<Trial | undefined> {
    const { trials } = this;
    trials.spend(this.#checkCost() + costOf(patch));
    await trials.pause();
    const traced = tryTracing(this.candidate, patch);
    if (!isObject(traced?.document)) return undefined;
    const after = await trials.check(traced.document.candidate, this.weight + weightOf(patch));
    return new Trial(this, after, patch, traced);
  }

  #checkCost(): number {
    const countedProblems = [...this.counted.values()].reduce((sum, count) => sum + count, 0);
    const problems = COSTS.problemBefore * this.problems.length + COSTS.problemCounted * countedProblems;
    return COSTS.check + COSTS.node * this.weight + problems;
  }
}

/** The result of applying a patch to a candidate and checking everything again. */
export class Trial {
  /** The problems that the patch has caused. A problem of a value that the patch moved is not new. */
  readonly added: readonly Problem[];
  /** The paths of the known problems after the patch; a path whose place was removed has none. */
  readonly #pathsAfter: ReadonlyMap<string, string>;
  #moved: PlaceSet | undefined;

  constructor(
    private readonly before: CheckedCandidate,
    readonly after: CheckedCandidate,
    readonly patch: readonly Operation[],
    private readonly traced: TracedPatch,
  ) {
    this.#pathsAfter = traced.follow(before.problems.map(({ path }) => path));
    const known = groupBy(before.problems, ({ path }) => this.#pathAfter(path));
    const added = after.problems.filter((problem) => !includesProblem(known.get(problem.path), problem));
    const isNew = before.counted.size + after.counted.size === 0 ? undefined : this.#compileCount();
    this.added = isNew === undefined ? added : added.filter(isNew);
  }

  /**
   * Returns a test for problems of codes that are partly only counted: one that was not kept before is new unless
   * their number has fallen by as many as were removed. Then it was one of those that were only counted.
   */
  #compileCount(): (problem: Problem) => boolean {
    const rises = new Map<string, boolean>();
    for (const code of new Set([...this.before.counted.keys(), ...this.after.counted.keys()])) {
      const removed = this.before.problems.filter((problem) => problem.code === code && this.removes(problem)).length;
      rises.set(code, this.after.count(code) + removed > this.before.count(code));
    }
    return ({ code }) => rises.get(code) !== false;
  }

  removes(problem: Problem): boolean {
    const path = this.#pathAfter(problem.path);
    return path === undefined || !this.after.has(problem, path);
  }

  #pathAfter(path: string): string | undefined {
    return this.traced.changesPaths ? this.#pathsAfter.get(path) : path;
  }

  /**
   * Whether a problem is inside a value that the patch moved or renamed. The patch did not cause such a problem: it
   * could not be seen before.
   */
  isRevealed({ path }: Problem): boolean {
    this.#moved ??= new PlaceSet(this.patch.flatMap((operation) => movedTo(operation, this.before) ?? []));
    return this.#moved.has(path);
  }
}

interface TrialOptions extends Pick<InspectOptions, "requestValues"> {
  /** Awaited between pieces of work, so that other callers can do theirs. */
  readonly pause?: Pause | undefined;
}

/** The trials of one candidate, which share the work that it may cause. */
export class Trials {
  readonly start: CheckedCandidate;
  /** Whether something was left undone because no work or room was left. */
  hasRunOut = false;
  readonly pause: Pause;
  readonly #requestValues: RequestValues;
  readonly #registry: Registry;
  readonly #memo: Memo;
  #spent = 0;
  #limit = MAX_WORK - LISTING_WORK;

  constructor(
    readonly spec: CompiledSpec,
    candidate: unknown,
    { subject }: Inspected,
    problems: readonly Problem[],
    { requestValues = {}, pause = () => undefined }: TrialOptions = {},
  ) {
    this.#requestValues = requestValues;
    this.pause = pause;
    this.start = new CheckedCandidate(this, candidate, problems, countNodes(candidate));
    this.#registry = subject.registry;
    this.#memo = subject.memo;
  }

  /** Whether there is enough work left. If not, this notes that something was left undone. */
  affords(work: number): boolean {
    const isAffordable = this.#spent + this.#readingWork() + work <= this.#limit;
    this.hasRunOut ||= !isAffordable;
    return isAffordable;
  }

  spend(work: number): void {
    this.#spent += work;
  }

  /** Checks the candidate after a patch. */
  async check(candidate: unknown, weight: number): Promise<CheckedCandidate> {
    const problems = await problemsOf(this.spec, candidate, this.#registry, {
      memo: this.#memo,
      requestValues: this.#requestValues,
    });
    this.#spent += COSTS.problemAfter * problems.length;
    return new CheckedCandidate(this, candidate, problems, weight);
  }

  /** From now on, the work that was kept for listing may be used. */
  startListing(): void {
    this.#limit = Math.min(MAX_WORK, this.#spent + this.#readingWork() + LISTING_WORK);
  }

  /** The fixes of a problem. With `only`, fixes that do not claim to be certain may be left out. */
  fixesOf(problem: Problem, only?: "machine-applicable"): readonly Fix[] {
    const fixes = problem.fixes(only);
    this.#spent += COSTS.makingFixes;
    for (const { patch } of fixes) this.#spent += COSTS.place * patch.length;
    return fixes;
  }

  /**
   * The work of reading values in other ways, which checks and fixes do. It counts for at most half of the total,
   * because all values of an array may be read at once.
   */
  #readingWork(): number {
    return Math.min(COSTS.nodeRead * this.#memo.nodesRead, MAX_WORK / 2);
  }
}

/** The place to which an operation moves a value, even if the operation puts the value into an array of one item. */
function movedTo(operation: Operation, { candidate }: CheckedCandidate): string | undefined {
  if (operation.op === "move") return operation.path;
  if (operation.op !== "replace" || !Array.isArray(operation.value) || operation.value.length !== 1) return undefined;
  return operation.value[0] === valueAt({ candidate }, operation.path) ? `${operation.path}/0` : undefined;
}

function tryTracing(candidate: unknown, patch: readonly Operation[]): TracedPatch | undefined {
  try {
    return tracePatch({ candidate }, patch);
  } catch {
    return undefined;
  }
}

/** Compares code and subject; the caller compares the path. */
function includesProblem(problems: readonly Problem[] | undefined, { code, about }: Problem): boolean {
  return problems?.some((known) => known.code === code && known.about === about) === true;
}

/** The cost of applying a patch and checking the values that it inserts. */
export function costOf(patch: readonly Operation[]): number {
  let cost = COSTS.nodeInserted * weightOf(patch);
  for (const { op } of patch) cost += op === "replace" ? COSTS.place : COSTS.changedKey;
  return cost;
}

function weightOf(patch: readonly Operation[]): number {
  let nodes = 0;
  for (const operation of patch) if ("value" in operation) nodes += countNodes(operation.value);
  return nodes;
}

/** The least number of characters that JSON needs around each place of a patch. */
const AROUND_PLACE = 16;

/** The approximate length of a patch in a result, in bytes. */
export function lengthOf(patch: readonly Operation[]): number {
  let length = 0;
  for (const place of patchedPlaces(patch)) length += AROUND_PLACE + byteLength(place);
  for (const operation of patch) if ("value" in operation) length += lengthAsJson(operation.value);
  return length;
}
