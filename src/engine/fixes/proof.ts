import type { Operation } from "../../json/patch.js";
import type { Traced } from "../../json/trace-patch.js";
import { isObject, type Json } from "../../json/value.js";
import { weigh } from "../../json/weigh.js";
import type { CompiledSpec } from "../compile-spec.js";
import { ProofCache } from "../findings/proof-cache.js";
import { type Inspected, inspect, predict } from "../inspect.js";
import type { Problem } from "../problem.js";
import { notePortable } from "../problems/portability.js";
import { attempt, isItem, lengthOf, State } from "./state.js";
import { compileUncovering, type Opened, type Uncovering } from "./uncovering.js";

// What all work for the fixes of one candidate may cost together. Counted, not timed, so that every instance offers
// the same fixes.
const WORK = 88_000;

/**
 * In tenths of a microsecond, about. An operation copies what it changes; one that inserts or removes an item may
 * shift every problem.
 */
const COSTS = {
  check: 500,
  node: 2,
  nodePut: 4,
  problem: 24,
  operation: 35,
  move: 80,
  fixes: 33,
  made: 5,
  nodeRead: 4,
};

/** Of all work, what is counted for reading values in other ways, when a patch is to be tried. */
const MOST_READING = 0.5;

/** A fix is tried, and mostly something that it uncovers. */
const TRIALS_OF_A_FIX = 2;

/**
 * Tries patches on one candidate: what would be wrong with it then? A class, because V8 makes a hidden class for every
 * object literal with a getter, and these kept the candidates of old alive.
 */
export class Proof {
  readonly start: State;
  /** False as soon as something is left undone for want of work. */
  isComplete = true;
  readonly #cache: ProofCache;
  /** Compiled when a patch adds something. */
  #uncovering: Uncovering | undefined;
  #left: number;
  /**
   * What came of patches of the candidate itself: a fix that is tried alone may be all that was tried before. Weak: the
   * patch of several fixes together is not asked about again, and its outcome holds a whole candidate.
   */
  readonly #outcomes = new WeakMap<readonly Operation[], Outcome>();
  /** Of values that patches put in: each is put in alone, and with others. */
  readonly #weights = new Map<object, number>();

  constructor(
    private readonly spec: CompiledSpec,
    candidate: unknown,
    private readonly inspected: Inspected,
    problems: readonly Problem[],
  ) {
    this.start = new State(candidate, problems, weigh(candidate));
    this.#cache = new ProofCache(inspected.evaluation.memo);
    this.#left = this.start.isWhole ? WORK : 0;
  }

  /** Whether there is work left to try operations of this cost. */
  affordsOperations(cost: number, state: State): boolean {
    return this.#affords(costOfState(state) + cost);
  }

  /** The same, and to make the fixes of one more problem before. */
  affordsFixes(cost: number, state: State): boolean {
    return this.#affords(COSTS.fixes + costOfState(state) + cost, "all");
  }

  /** Whether there is work left to try so many certain fixes alone, and operations of this cost after that. */
  affordsTrials(count: number, cost: number, state: State): boolean {
    return this.#affords((TRIALS_OF_A_FIX * count + 1) * costOfState(state) + cost);
  }

  /** Whether there is work left to try a patch. Nothing is, from the start, where not all problems are kept. */
  affords(patch: readonly Operation[], state = this.start): boolean {
    return this.#affords(this.#costOfTrying(patch, state));
  }

  /** Of operations, with what they put in: it may be as large as the request, and all of it may be wrong. */
  costOf(patch: readonly Operation[]): number {
    let cost = COSTS.nodePut * this.#weigh(patch);
    for (const { op } of patch) cost += op === "move" ? COSTS.move : COSTS.operation;
    return cost;
  }

  #costOfTrying(patch: readonly Operation[], state: State): number {
    let shifting = 0;
    for (const { op, path } of patch) if (op !== "replace" && isItem(path)) shifting++;
    return costOfState(state) + shifting * state.problems.length + this.costOf(patch);
  }

  /** What a patch puts in. */
  #weigh(patch: readonly Operation[]): number {
    let nodes = 0;
    for (const operation of patch) if ("value" in operation) nodes += this.#weightOf(operation.value);
    return nodes;
  }

  #weightOf(value: Json): number {
    if (typeof value !== "object" || value === null) return weigh(value);
    const weight = this.#weights.get(value) ?? weigh(value);
    this.#weights.set(value, weight);
    return weight;
  }

  /** Leaves at most this share of all work. */
  limitTo(share: number): void {
    this.#left = Math.min(this.#left, share * WORK + this.#costOfReading("most"));
  }

  #affords(cost: number, reading: "all" | "most" = "most"): boolean {
    const isAffordable = this.#left - this.#costOfReading(reading) >= cost;
    if (!isAffordable) this.isComplete = false;
    return isAffordable;
  }

  /**
   * Of what was read so far, whoever asked for it. All values of an array may be read at once: no more is counted than
   * leaves some work to prove what was found.
   */
  #costOfReading(reading: "all" | "most"): number {
    const cost = COSTS.nodeRead * this.#cache.memo.nodesRead;
    return reading === "all" ? cost : Math.min(cost, MOST_READING * WORK);
  }

  fixesOf(problem: Problem, only?: "machine-applicable") {
    const fixes = problem.fixes(only);
    this.#left -= COSTS.fixes;
    for (const { patch } of fixes) this.#left -= COSTS.made * patch.length;
    return fixes;
  }

  /** What a patch of this candidate brings to light. */
  opened(patch: readonly Operation[], state = this.start): Opened {
    this.#uncovering ??= compileUncovering(this.spec);
    return this.#uncovering(patch, { candidate: state.candidate });
  }

  /** Nothing where the patch does not apply. */
  outcomeOf(patch: readonly Operation[], state = this.start): Outcome | undefined {
    const isFirst = state === this.start;
    const outcome = (isFirst ? this.#outcomes.get(patch) : undefined) ?? this.#try(patch, state);
    if (isFirst && outcome !== undefined) this.#outcomes.set(patch, outcome);
    this.#left -= this.#costOfTrying(patch, state);
    // What it puts in may be wrong in a thousand places.
    if (outcome !== undefined) this.#left -= COSTS.problem * outcome.added.length;
    return outcome;
  }

  #try(patch: readonly Operation[], state: State): Outcome | undefined {
    const traced = attempt({ candidate: state.candidate }, patch);
    if (!isObject(traced?.document)) return undefined;
    const { candidate } = traced.document;
    const { evaluation, findings, problems } = this.inspected;
    if (this.#cache.isEmpty) {
      this.spec.checkSet.keep(evaluation, findings, this.#cache);
      notePortable(this.start.candidate, problems, this.#cache.portable);
    }
    const rest = predict(this.spec, inspect(this.spec, candidate, evaluation.registry, this.#cache));
    const added = state.added(rest, traced);
    const opened = added.length === 0 ? undefined : this.opened(patch, state);
    const fresh = opened === undefined ? added : added.filter((problem) => opened.isNew(problem));
    const weight = state.weight + this.#weigh(patch);
    return new Outcome(new State(candidate, rest, weight, state.length + lengthOf(patch)), added, fresh, traced);
  }
}

/** What is still wrong after a patch, and what of it was not there before. */
export class Outcome {
  constructor(
    readonly state: State,
    /** What was not there before: uncovered by the patch, or new. */
    readonly added: readonly Problem[],
    /** What the patch itself has made wrong. */
    readonly fresh: readonly Problem[],
    private readonly traced: Traced,
  ) {}

  get problems(): readonly Problem[] {
    return this.state.problems;
  }

  removes(problem: Problem): boolean {
    if (this.problems.length === 0) return true;
    const path = this.traced.follow(problem.path);
    return path === undefined || !this.state.has(problem, path);
  }
}

function costOfState({ problems, weight }: State): number {
  return COSTS.check + COSTS.node * weight + COSTS.problem * problems.length;
}
