import { type Operation, placesOf } from "../../json/patch.js";
import { PlaceMap } from "../../json/place-map.js";
import { valueAt } from "../../json/pointer.js";
import { type Traced, tracePatch } from "../../json/trace-patch.js";
import { isObject, type Json } from "../../json/value.js";
import { lengthAsJson, weigh } from "../../json/weigh.js";
import type { Registry } from "../../registry/registry.js";
import { byteLength } from "../../text/byte-length.js";
import type { CompiledSpec } from "../compile-spec.js";
import { inDocumentOrder } from "../document-order.js";
import { decide, type Inspected, inspect } from "../inspect.js";
import type { Memo } from "../memo.js";
import { count, type Fix, type Problem } from "../problem.js";
import { isPortable, PORTABILITY_CODES } from "../problems/portability.js";
import type { CompiledRule } from "../rules/compile-rule.js";

/**
 * The work that one candidate may cause after its first check, in tenths of a microsecond, about. It is counted, not
 * timed, so that every instance gives the same answer.
 */
const WORK = 190_000;
/** The part of it that is kept for the fixes that are listed. */
const FOR_LISTING = 0.36 * WORK;
/** The part of it that is kept for trying fixes in parts that do not hold together. */
const FOR_SPLITTING = 0.1 * WORK;
const COSTS = {
  check: 400,
  node: 2,
  problemBefore: 20,
  problemAfter: 30,
  place: 25,
  nodePut: 4,
  makingFixes: 70,
  nodeRead: 6,
};

/** Undefined if the work may go on at once. */
export type Pause = () => Promise<void> | undefined;

/** A candidate, and everything that is wrong with it. */
export class CheckedCandidate {
  /** False if some problems are only counted: it is not known then what a patch adds. */
  readonly isWhole: boolean;
  readonly errors: number;
  #byPath: ByPath | undefined;
  #inOrder: readonly Problem[] | undefined;

  constructor(
    readonly candidate: unknown,
    readonly problems: readonly Problem[],
    /** The approximate number of nodes. */
    readonly weight: number,
  ) {
    this.isWhole = problems.every(({ more }) => more === undefined);
    this.errors = count(problems, "error");
  }

  /** The problems in document order. */
  get inOrder(): readonly Problem[] {
    this.#inOrder ??= inDocumentOrder(this.problems, this.candidate);
    return this.#inOrder;
  }

  has(problem: Problem, path: string): boolean {
    this.#byPath ??= byPath(this.problems, ({ path: own }) => own);
    return isAmong(this.#byPath.get(path), problem);
  }
}

/** The result of applying a patch to a candidate and checking everything again. */
export class Trial {
  /** Problems that the patch has caused. A problem of a value that the patch moved is not new. */
  readonly added: readonly Problem[];
  #moved: PlaceMap<true> | undefined;

  constructor(
    private readonly before: CheckedCandidate,
    readonly after: CheckedCandidate,
    readonly patch: readonly Operation[],
    private readonly traced: Traced,
  ) {
    this.added = addedTo(before, after, traced);
  }

  removes(problem: Problem): boolean {
    if (this.after.problems.length === 0) return true;
    const path = this.traced.follow(problem.path);
    return path === undefined || !this.after.has(problem, path);
  }

  /** Whether a problem is in a value that the patch moved or renamed: it was there before, but could not be seen. */
  isRevealed({ path }: Problem): boolean {
    this.#moved ??= PlaceMap.of(this.patch.flatMap((operation) => placeMovedTo(operation, this.before) ?? []));
    return this.#moved.has(path);
  }
}

/** Applies patches to one candidate and checks the results, as long as there is work left. */
export class Trials {
  readonly start: CheckedCandidate;
  /** Whether something was left undone because there was no work left. */
  ranOut = false;
  readonly #registry: Registry;
  readonly #memo: Memo;
  /** Whether only what a patch puts in can be unportable. */
  readonly #isPortable: boolean;
  #spent = 0;
  #limit = WORK - FOR_LISTING;
  #reserve = FOR_SPLITTING;

  constructor(
    private readonly spec: CompiledSpec,
    candidate: unknown,
    { evaluation }: Inspected,
    problems: readonly Problem[],
    /** Awaited between pieces of work, so that others can do theirs. */
    readonly pause: Pause = () => undefined,
  ) {
    this.start = new CheckedCandidate(candidate, problems, weigh(candidate));
    this.#registry = evaluation.registry;
    this.#memo = evaluation.memo;
    const isUnportable = ({ code }: Problem) => PORTABILITY_CODES.some((known) => known.code === code);
    this.#isPortable = evaluation.cut.length === 0 && !problems.some(isUnportable);
  }

  get rules(): readonly CompiledRule[] {
    return this.spec.rules;
  }

  /** Whether there is work left to try a patch of this cost. */
  affords(before: CheckedCandidate, cost: number): boolean {
    return this.#has(costOfCheck(before) + cost);
  }

  /** Like affords(), for fixes that are tried together: some work is kept for trying them in parts. */
  affordsBatch(before: CheckedCandidate, cost: number): boolean {
    return this.#has(costOfCheck(before) + cost + this.#reserve);
  }

  #has(cost: number): boolean {
    const isAffordable = this.#spent + this.#reading() + cost <= this.#limit;
    if (!isAffordable) this.ranOut = true;
    return isAffordable;
  }

  /** Undefined if the patch cannot be applied, or if not everything that is wrong afterwards is known. */
  async try(patch: readonly Operation[], before = this.start): Promise<Trial | undefined> {
    this.#spent += costOfCheck(before) + costOf(patch);
    await this.pause();
    const traced = attempt(before.candidate, patch);
    if (!isObject(traced?.document)) return undefined;
    const { candidate } = traced.document;
    const options = { memo: this.#memo, isPortable: this.#isPortable && isPortable(patch) };
    const problems = await decide(this.spec, inspect(this.spec, candidate, this.#registry, options));
    this.#spent += COSTS.problemAfter * problems.length;
    const after = new CheckedCandidate(candidate, problems, before.weight + weightOf(patch));
    return after.isWhole ? new Trial(before, after, patch, traced) : undefined;
  }

  /** From now on, the work that was kept for listing may be used. */
  startListing(): void {
    this.#reserve = 0;
    this.#limit = Math.min(WORK, this.#spent + this.#reading() + FOR_LISTING);
  }

  fixesOf(problem: Problem, only?: "machine-applicable"): readonly Fix[] {
    this.#spent += COSTS.makingFixes;
    return problem.fixes(only);
  }

  /** Checks and fixes read values in other ways. All values of an array may be read at once: half of it is counted. */
  #reading(): number {
    return Math.min(COSTS.nodeRead * this.#memo.nodesRead, WORK / 2);
  }
}

/** Where an operation moves a value: also into an array that it puts in its place. */
function placeMovedTo(operation: Operation, { candidate }: CheckedCandidate): string | undefined {
  if (operation.op === "move") return operation.path;
  if (operation.op !== "replace" || !Array.isArray(operation.value) || operation.value.length !== 1) return undefined;
  return operation.value[0] === valueAt({ candidate }, operation.path) ? `${operation.path}/0` : undefined;
}

function attempt(candidate: unknown, patch: readonly Operation[]): Traced | undefined {
  try {
    return tracePatch({ candidate }, patch);
  } catch {
    return undefined;
  }
}

function addedTo(before: CheckedCandidate, after: CheckedCandidate, traced: Traced): readonly Problem[] {
  if (after.problems.length === 0) return [];
  if (!traced.moves) return after.problems.filter((problem) => !before.has(problem, problem.path));
  const known = byPath(before.problems, ({ path }) => traced.follow(path));
  return after.problems.filter((problem) => !isAmong(known.get(problem.path), problem));
}

type ByPath = ReadonlyMap<string | undefined, readonly Problem[]>;

function byPath(problems: readonly Problem[], pathOf: (problem: Problem) => string | undefined): ByPath {
  const found = new Map<string | undefined, Problem[]>();
  for (const problem of problems) {
    const path = pathOf(problem);
    const there = found.get(path);
    if (there === undefined) found.set(path, [problem]);
    else there.push(problem);
  }
  return found;
}

/** Whether one of the problems at a place is the same. */
function isAmong(problems: readonly Problem[] | undefined, { code, about }: Problem): boolean {
  return problems?.some((one) => one.code === code && one.about === about) === true;
}

function costOfCheck({ weight, problems }: CheckedCandidate): number {
  return COSTS.check + COSTS.node * weight + COSTS.problemBefore * problems.length;
}

/** The cost of applying a patch and checking the values that it puts in. */
export function costOf(patch: readonly Operation[]): number {
  return COSTS.place * placesOf(patch).length + COSTS.nodePut * weightOf(patch);
}

function weightOf(patch: readonly Operation[]): number {
  let nodes = 0;
  for (const operation of patch) if ("value" in operation) nodes += weightOfValue(operation.value);
  return nodes;
}

/** A value is weighed alone and with others, and may be as large as the request. */
const WEIGHTS = new WeakMap<object, number>();

function weightOfValue(value: Json): number {
  if (typeof value !== "object" || value === null) return weigh(value);
  const weight = WEIGHTS.get(value) ?? weigh(value);
  WEIGHTS.set(value, weight);
  return weight;
}

/** The least number of characters that JSON needs around each place of a patch. */
const AROUND_PLACE = 16;

/** The approximate length of a patch in a result, in bytes. */
export function lengthOf(patch: readonly Operation[]): number {
  let length = 0;
  for (const place of placesOf(patch)) length += AROUND_PLACE + byteLength(place);
  for (const operation of patch) if ("value" in operation) length += lengthAsJson(operation.value);
  return length;
}
