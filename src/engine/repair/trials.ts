import { BoundedMap } from "../../ground/cache/bounded-map.js";
import { groupBy } from "../../ground/json/group-by.js";
import type { Operation } from "../../ground/json/patch.js";
import { PlaceSet } from "../../ground/json/place-set.js";
import { valueAt } from "../../ground/json/pointer.js";
import { countNodes } from "../../ground/json/size.js";
import { type TracedPatch, tracePatch } from "../../ground/json/trace-patch.js";
import { isObject } from "../../ground/json/value.js";
import type { Registry } from "../../ground/registry/registry.js";
import type { CompiledSpec } from "../compile-spec.js";
import { inDocumentOrder } from "../document-order.js";
import type { RequestValues } from "../fixers/shape-error.js";
import { findViolations, type Inspected, type InspectOptions } from "../inspect.js";
import type { Memo } from "../memo.js";
import { type Fix, groupIntoProblems, type Occurrence, type Problem, type Violations } from "../problem.js";
import { isPortable, PORTABILITY_CODES } from "../problems/portability.js";

/**
 * The work that one candidate may cause after its first check, in units of about a tenth of a microsecond. Work is
 * counted, not timed, because every instance must give the same answer.
 */
const MAX_WORK = 74_000;
/** The part of MAX_WORK that the repair must leave for the fixes of listed problems. */
const LISTING_WORK = 0.14 * MAX_WORK;
/** The work up to which fixes of the repair are also proven alone. A proof may take further trials than its first. */
const PROVING_WORK = 0.7 * MAX_WORK;
/** Fitted to the time of 300 trials and 275 rounds of fixes, of typical bodies and of the most expensive ones known. */
const COSTS = {
  check: 400,
  node: 0.2,
  violation: 15,
  /** A violation that is only counted: it is found like the others, and then left out. */
  counted: 3,
  place: 8,
  /** A place that appears or goes: the object around it is copied property by property. */
  changedKey: 16,
  nodeInserted: 4,
  makingFixes: 20,
  nodeRead: 3,
};

/** Pauses the work for other callers; undefined if the work may continue at once. */
export type Pause = () => Promise<void> | undefined;

/** A candidate with all its violations. Patches are tried on it as long as there is work left. */
export class CheckedCandidate {
  readonly errors: number;
  #asked = 0;
  #byPath: ReadonlyMap<string, readonly Occurrence[]> | undefined;
  #inOrder: readonly Occurrence[] | undefined;
  /** The last trials: many occurrences may have the same fix, such as another name for what they all refer to. */
  readonly #tried = new BoundedMap<Trial>(MAX_REMEMBERED);

  constructor(
    readonly trials: Trials,
    readonly candidate: unknown,
    readonly violations: Violations,
    /** The approximate number of nodes. */
    readonly weight: number,
  ) {
    this.errors = violations.count("error");
  }

  /** All occurrences in document order. */
  get inOrder(): readonly Occurrence[] {
    this.#inOrder ??= inDocumentOrder(this.violations.occurrences, this.candidate);
    return this.#inOrder;
  }

  /** The problems in the order of their first occurrences. */
  get problems(): readonly Problem[] {
    return groupIntoProblems(this.inOrder, this.trials.spec.compiled().columnOf);
  }

  /** The problems that some of the occurrences are, in the same order. */
  problemsOf(occurrences: readonly Occurrence[]): readonly Problem[] {
    return groupIntoProblems(inDocumentOrder(occurrences, this.candidate), this.trials.spec.compiled().columnOf);
  }

  /** Whether the candidate has a violation with the same code and subject at this path. */
  has(occurrence: Occurrence, path: string): boolean {
    const { occurrences } = this.violations;
    // After a trial of one fix, few questions are asked: an index would take longer than a look at each.
    if (this.#byPath === undefined && ++this.#asked < MIN_INDEXED)
      return occurrences.some((one) => one.path === path && isEqualAtPath(one, occurrence));
    this.#byPath ??= groupBy(occurrences, ({ path: own }) => own);
    return includesEqual(this.#byPath.get(path), occurrence);
  }

  /** Whether there is work left for trials of patches of this cost, which should remove so many violations. */
  affords(patchCost: number, removed: number, trialCount = 1): boolean {
    const cost = this.checkCost + patchCost - COSTS.violation * removed;
    return this.trials.affords(trialCount * cost);
  }

  affordsTrial(patch: readonly Operation[], removed = 1): boolean {
    return this.#tried.get(keyOf(patch)) !== undefined || this.affords(costOf(patch), removed);
  }

  /** Like affordsTrial(), for a proof of a fix that the repair has applied: it may use what the repair has left. */
  affordsProof(patch: readonly Operation[]): boolean {
    const cost = this.checkCost + costOf(patch) - COSTS.violation;
    return this.trials.affordsBeyondListing(cost);
  }

  /** Applies a patch and checks the result. Returns undefined if it cannot be applied, or leaves no object as candidate. */
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
    trials.spend(costOf(patch));
    await trials.pause();
    const traced = tryTracing(this.candidate, patch);
    if (!isObject(traced?.document) || !isObject(traced.document.candidate)) return undefined;
    const after = await trials.check(traced.document.candidate, patch, this.weight + weightOf(patch));
    return new Trial(this, after, patch, traced);
  }

  /** The cost of checking this candidate, and about that of checking it after a patch. */
  get checkCost(): number {
    const { occurrences, further } = this.violations;
    return COSTS.check + COSTS.node * this.weight + COSTS.violation * occurrences.length + COSTS.counted * further;
  }
}

/** The result of applying a patch to a candidate and checking everything again. */
export class Trial {
  /** The violations that the patch has caused. One of a value that the patch moved is not new. */
  readonly added: readonly Occurrence[];
  /** The problems that are there after the patch, at whichever places. */
  readonly #left: ReadonlySet<string>;
  /** The paths of the known violations of these after the patch; a path whose place was removed has none. */
  readonly #pathsAfter: ReadonlyMap<string, string>;
  #moved: PlaceSet | undefined;

  constructor(
    private readonly before: CheckedCandidate,
    readonly after: CheckedCandidate,
    readonly patch: readonly Operation[],
    private readonly traced: TracedPatch,
  ) {
    const { mayMove } = traced;
    this.#left = new Set(after.violations.occurrences.map(nameProblem));
    // Following a path takes longer than anything else here, and a patch mostly leaves nothing of what it fixes.
    const moved = before.violations.occurrences.filter((one) => this.#left.has(nameProblem(one)) && mayMove(one.path));
    this.#pathsAfter = traced.follow(moved.map(({ path }) => path));
    const arrived = groupBy(moved, ({ path }) => this.#pathsAfter.get(path));
    const isKnown = (occurrence: Occurrence) =>
      includesEqual(arrived.get(occurrence.path), occurrence) ||
      (!mayMove(occurrence.path) && before.has(occurrence, occurrence.path));
    const isNew = this.#compileCount();
    this.added = after.violations.occurrences.filter((occurrence) => !isKnown(occurrence) && isNew(occurrence));
  }

  /**
   * Returns a test for violations of codes that are partly only counted: one that was not kept before is new unless
   * their number has fallen by as many as were removed. Then it was one of those that were only counted.
   */
  #compileCount(): (occurrence: Occurrence) => boolean {
    const [before, after] = [this.before.violations, this.after.violations];
    const rises = new Map<string, boolean>();
    for (const code of new Set([...before.countedCodes, ...after.countedCodes])) {
      const removed = before.occurrences.filter((one) => one.code === code && this.removes(one)).length;
      rises.set(code, after.countCode(code) + removed > before.countCode(code));
    }
    return ({ code }) => rises.get(code) !== false;
  }

  removes(occurrence: Occurrence): boolean {
    if (!this.#left.has(nameProblem(occurrence))) return true;
    const path = this.#pathAfter(occurrence.path);
    return path === undefined || !this.after.has(occurrence, path);
  }

  #pathAfter(path: string): string | undefined {
    return this.traced.mayMove(path) ? this.#pathsAfter.get(path) : path;
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
  /** Awaited between pieces of work, to let other callers do theirs. */
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
  /** Whether the candidate as sent is portable, and checked as a whole: then only the values of patches need a look. */
  readonly #isPortable: boolean;
  #spent = 0;
  #limit = MAX_WORK - LISTING_WORK;

  constructor(
    readonly spec: CompiledSpec,
    candidate: unknown,
    { subject }: Inspected,
    violations: Violations,
    { requestValues = {}, pause = () => undefined }: TrialOptions = {},
  ) {
    this.#requestValues = requestValues;
    this.pause = pause;
    this.start = new CheckedCandidate(this, candidate, violations, countNodes(candidate));
    this.#registry = subject.registry;
    this.#memo = subject.memo;
    const isUnportable = ({ code }: Occurrence) => PORTABILITY_CODES.some((known) => known.code === code);
    this.#isPortable = subject.shortened.length === 0 && !violations.occurrences.some(isUnportable);
  }

  /** Whether there is enough work left. If not, this notes that something was left undone. */
  affords(work: number): boolean {
    const isAffordable = this.#spent + this.#readingWork() + work <= this.#limit;
    this.hasRunOut ||= !isAffordable;
    return isAffordable;
  }

  /** Like affords(), with the work that the repair has left. What is listed besides has as much work as before. */
  affordsBeyondListing(work: number): boolean {
    const isAffordable = this.#spent + this.#readingWork() + work <= PROVING_WORK;
    if (isAffordable) this.#limit = Math.min(MAX_WORK, this.#limit + work);
    return isAffordable;
  }

  spend(work: number): void {
    this.#spent += work;
  }

  /** Checks the candidate after a patch. */
  async check(candidate: unknown, patch: readonly Operation[], weight: number): Promise<CheckedCandidate> {
    const violations = await findViolations(this.spec, candidate, this.#registry, {
      memo: this.#memo,
      isKnownPortable: this.#isPortable && isPortable(patch),
      requestValues: this.#requestValues,
    });
    const checked = new CheckedCandidate(this, candidate, violations, weight);
    this.spend(checked.checkCost);
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
   * The work of reading values in other ways, which checks and fixes do. It counts for at most a quarter of the total,
   * because all values of an array may be read at once.
   */
  #readingWork(): number {
    return Math.min(COSTS.nodeRead * this.#memo.nodesRead, MAX_WORK / 4);
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

/** The number of questions from which an index is quicker. */
const MIN_INDEXED = 8;

function includesEqual(occurrences: readonly Occurrence[] | undefined, occurrence: Occurrence): boolean {
  return occurrences?.some((known) => isEqualAtPath(known, occurrence)) === true;
}

/** What violations of one problem have in common, whatever their places are. */
function nameProblem({ code, subject }: Occurrence): string {
  return subject === undefined ? code : `${code}\n${subject}`;
}

/** Compares code and subject; the caller compares the path. */
function isEqualAtPath(one: Occurrence, other: Occurrence): boolean {
  return one.code === other.code && one.subject === other.subject;
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
