import { BoundedMap } from "../../ground/cache/bounded-map.js";
import { groupBy } from "../../ground/json/group-by.js";
import { type Operation, patchedPlaces } from "../../ground/json/patch.js";
import { PlaceSet } from "../../ground/json/place-set.js";
import { valueAt } from "../../ground/json/pointer.js";
import { byteLength, countNodes, lengthAsJson } from "../../ground/json/size.js";
import { type TracedPatch, tracePatch } from "../../ground/json/trace-patch.js";
import { isObject } from "../../ground/json/value.js";
import type { Registry } from "../../ground/registry/registry.js";
import type { CompiledSpec } from "../compile-spec.js";
import { inDocumentOrder, sortProblems } from "../document-order.js";
import type { RequestValues } from "../fixers/shape-error.js";
import { findProblems, type Inspected, type InspectOptions } from "../inspect.js";
import type { Memo } from "../memo.js";
import { countViolations, type Fix, listOccurrences, type Occurrence, type Problem } from "../problem.js";

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
  readonly occurrences: readonly Occurrence[];
  /** How many violations of each code are only counted, for the codes that have such violations. */
  readonly counted: ReadonlyMap<string, number>;
  #byPath: ReadonlyMap<string, readonly Occurrence[]> | undefined;
  #inOrder: readonly Occurrence[] | undefined;
  #sorted: readonly Problem[] | undefined;
  /** The last trials: many occurrences may have the same fix, such as another name for what they all refer to. */
  readonly #tried = new BoundedMap<Trial>(MAX_REMEMBERED);

  constructor(
    readonly trials: Trials,
    readonly candidate: unknown,
    readonly problems: readonly Problem[],
    /** The approximate number of nodes. */
    readonly weight: number,
  ) {
    this.errors = countViolations(problems, "error");
    this.occurrences = listOccurrences(problems);
    const counted = new Map<string, number>();
    for (const { code, occurrences, count } of problems) {
      const further = count - occurrences.length;
      if (further > 0) counted.set(code, further + (counted.get(code) ?? 0));
    }
    this.counted = counted;
  }

  /** All occurrences in document order. */
  get inOrder(): readonly Occurrence[] {
    this.#inOrder ??= inDocumentOrder(this.occurrences, this.candidate);
    return this.#inOrder;
  }

  /** The problems in document order. */
  get sorted(): readonly Problem[] {
    this.#sorted ??= sortProblems(this.problems, this.candidate);
    return this.#sorted;
  }

  /** Whether the candidate has a violation with the same code and subject at this path. */
  has(occurrence: Occurrence, path: string): boolean {
    this.#byPath ??= groupBy(this.occurrences, ({ path: own }) => own);
    return includesEqual(this.#byPath.get(path), occurrence);
  }

  /** The number of violations of a code. */
  count(code: string): number {
    let sum = 0;
    for (const problem of this.problems) if (problem.code === code) sum += problem.count;
    return sum;
  }

  /** Whether there is work left for trials of patches of this cost. */
  affords(patchCost: number, trialCount = 1): boolean {
    return this.trials.affords(trialCount * (this.#checkCost() + patchCost));
  }

  affordsTrial(patch: readonly Operation[]): boolean {
    return this.#tried.get(keyOf(patch)) !== undefined || this.affords(costOf(patch));
  }

  /** Applies a patch and checks the result. Returns undefined if the patch cannot be applied. */
  async try(patch: readonly Operation[]): Promise<Trial | undefined> {
    const key = keyOf(patch);
    const known = this.#tried.get(key);
    if (known !== undefined) return known;
    const trial = await this.#try(patch);
    if (trial !== undefined && key !== LONG) this.#tried.set(key, trial);
    return trial;
  }

  async #try(patch: readonly Operation[]): Promise<Trial | undefined> {
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
    const problems = COSTS.problemBefore * this.occurrences.length + COSTS.problemCounted * countedProblems;
    return COSTS.check + COSTS.node * this.weight + problems;
  }
}

/** The result of applying a patch to a candidate and checking everything again. */
export class Trial {
  /** The violations that the patch has caused. One of a value that the patch moved is not new. */
  readonly added: readonly Occurrence[];
  /** The paths of the known violations after the patch; a path whose place was removed has none. */
  readonly #pathsAfter: ReadonlyMap<string, string>;
  #moved: PlaceSet | undefined;

  constructor(
    private readonly before: CheckedCandidate,
    readonly after: CheckedCandidate,
    readonly patch: readonly Operation[],
    private readonly traced: TracedPatch,
  ) {
    this.#pathsAfter = traced.follow(before.occurrences.map(({ path }) => path));
    const known = groupBy(before.occurrences, ({ path }) => this.#pathAfter(path));
    const added = after.occurrences.filter((occurrence) => !includesEqual(known.get(occurrence.path), occurrence));
    const isNew = before.counted.size + after.counted.size === 0 ? undefined : this.#compileCount();
    this.added = isNew === undefined ? added : added.filter(isNew);
  }

  /**
   * Returns a test for violations of codes that are partly only counted: one that was not kept before is new unless
   * their number has fallen by as many as were removed. Then it was one of those that were only counted.
   */
  #compileCount(): (occurrence: Occurrence) => boolean {
    const rises = new Map<string, boolean>();
    for (const code of new Set([...this.before.counted.keys(), ...this.after.counted.keys()])) {
      const removed = this.before.occurrences.filter((one) => one.code === code && this.removes(one)).length;
      rises.set(code, this.after.count(code) + removed > this.before.count(code));
    }
    return ({ code }) => rises.get(code) !== false;
  }

  removes(occurrence: Occurrence): boolean {
    const path = this.#pathAfter(occurrence.path);
    return path === undefined || !this.after.has(occurrence, path);
  }

  #pathAfter(path: string): string | undefined {
    return this.traced.changesPaths ? this.#pathsAfter.get(path) : path;
  }

  /**
   * Whether a violation is inside a value that the patch moved or renamed. The patch did not cause it: it could not be
   * seen before.
   */
  isRevealed({ path }: Occurrence): boolean {
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
    const problems = await findProblems(this.spec, candidate, this.#registry, {
      memo: this.#memo,
      requestValues: this.#requestValues,
    });
    const checked = new CheckedCandidate(this, candidate, problems, weight);
    this.#spent += COSTS.problemAfter * checked.occurrences.length;
    return checked;
  }

  /** From now on, the work that was kept for listing may be used. */
  startListing(): void {
    this.#limit = Math.min(MAX_WORK, this.#spent + this.#readingWork() + LISTING_WORK);
  }

  /** Makes the fixes of one occurrence. With `only`, fixes that do not claim to be certain may be left out. */
  makeFixes(occurrence: Occurrence, only?: "machine-applicable"): readonly Fix[] {
    const fixes = occurrence.fixes(only);
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

const MAX_REMEMBERED = 8;
/** Longer patches are hardly ever tried twice. */
const MAX_REMEMBERED_LENGTH = 4;
/** The key of all long patches, of which none is remembered. */
const LONG = "";

function keyOf(patch: readonly Operation[]): string {
  return patch.length > MAX_REMEMBERED_LENGTH ? LONG : JSON.stringify(patch);
}

/** Compares code and subject; the caller compares the path. */
function includesEqual(occurrences: readonly Occurrence[] | undefined, { code, subject }: Occurrence): boolean {
  return occurrences?.some((known) => known.code === code && known.subject === subject) === true;
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
