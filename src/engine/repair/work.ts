import type { Operation } from "../../ground/json/patch.js";
import { countNodes } from "../../ground/json/size.js";
import type { Memo } from "../memo.js";
import type { Violations } from "../problem.js";

/**
 * The work that one candidate may cause after its first check, in units of about ten blocks of code, which take less than
 * a microsecond. Work is counted, not timed, because every instance must give the same answer. It suffices for 1,200 keys
 * or values of 400 records.
 */
const MAX_WORK = 52_000;
/** The part of MAX_WORK that the repair must leave for the fixes of listed problems. It may leave more. */
const LISTING_WORK = 8_000;
/** Fitted to the blocks that 150 of the most expensive candidates known execute. */
const COSTS = {
  check: 300,
  node: 0.2,
  violation: 15,
  /** A violation that is only counted: it is found like the others, and then left out. */
  counted: 3,
  /** A violation that a trial has added, and that takes its place in the order of problems. */
  ordered: 25,
  place: 8,
  /** A place that appears or goes: the object around it is copied property by property. */
  changedKey: 12,
  nodeInserted: 1,
  makingFixes: 10,
  operationMade: 8,
  nodeRead: 1.2,
};

/** The work that one candidate causes, and how much is left. */
export class Work {
  #hasRunOut = false;
  #spent = 0;
  /** The work that was taken from what is kept for listing. */
  #lastTrial = 0;
  #limit = MAX_WORK - LISTING_WORK;

  constructor(private readonly memo: Memo) {}

  /** Whether something was left undone because no work or room was left. */
  get hasRunOut(): boolean {
    return this.#hasRunOut;
  }

  /** Notes that something is left undone. */
  giveUp(): void {
    this.#hasRunOut = true;
  }

  /** Grants some work if enough is left. If not, it is left undone. */
  grants(work: number): boolean {
    const isGranted = this.#spent + this.#readingWork() + work <= this.#limit;
    if (!isGranted) this.giveUp();
    return isGranted;
  }

  /** Whether no work is left at all: fixes that are made now could not be tried. */
  get isUsedUp(): boolean {
    return this.#spent + this.#readingWork() >= MAX_WORK;
  }

  /**
   * Grants the trial of one fix with work that is kept for listing: once, for a candidate of which nothing is repaired
   * yet. So an author who applies the repair and asks again gets further.
   */
  grantsLastTrial(work: number): boolean {
    const isGranted = this.#lastTrial === 0 && this.#spent + this.#readingWork() + work <= MAX_WORK;
    if (isGranted) this.#lastTrial = work;
    return isGranted;
  }

  spend(work: number): void {
    this.#spent += work;
  }

  /** From now on, all work that is left may be used. */
  startListing(): void {
    this.#limit = MAX_WORK;
  }

  /**
   * The work of reading values in other ways, which checks and fixes do. It counts for at most half of the total,
   * because all values of an array may be read at once.
   */
  #readingWork(): number {
    return Math.min(COSTS.nodeRead * this.memo.nodesRead, MAX_WORK / 2);
  }
}

/** The cost of checking a candidate of so many nodes that has these violations. */
export function costOfCheck(weight: number, { occurrences, further }: Violations): number {
  return COSTS.check + COSTS.node * weight + COSTS.violation * occurrences.length + COSTS.counted * further;
}

/** By how much a check costs less if there are fewer violations. */
export function costOfViolations(count: number): number {
  return COSTS.violation * count;
}

/** The cost of putting so many violations in order. */
export function costOfOrder(count: number): number {
  return COSTS.ordered * count;
}

/** The cost of making fixes, with these patches. */
export function costOfFixes(patches: readonly (readonly Operation[])[]): number {
  return patches.reduce((cost, patch) => cost + COSTS.operationMade * patch.length, COSTS.makingFixes);
}

/** The cost of applying a patch and checking the values that it inserts. */
export function costOf(patch: readonly Operation[]): number {
  let cost = COSTS.nodeInserted * weightOf(patch);
  for (const { op } of patch) cost += op === "replace" ? COSTS.place : COSTS.changedKey;
  return cost;
}

/** The number of nodes that a patch inserts. */
export function weightOf(patch: readonly Operation[]): number {
  let nodes = 0;
  for (const operation of patch) if ("value" in operation) nodes += countNodes(operation.value);
  return nodes;
}
