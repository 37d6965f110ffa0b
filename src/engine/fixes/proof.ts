import type { Operation } from "../../json/patch.js";
import { parent, valueAt } from "../../json/pointer.js";
import { type Traced, tracePatch } from "../../json/trace-patch.js";
import { isObject } from "../../json/value.js";
import type { CompiledSpec } from "../compile-spec.js";
import { ProofCache } from "../findings/proof-cache.js";
import { type Inspected, inspect, predict } from "../inspect.js";
import type { Problem } from "../problem.js";
import { compileUncovering, type Uncovering } from "./uncovering.js";

// What all re-checks of one candidate may cost together: enough for a hundred fixes of a usual candidate. Counted, not
// timed, so that every instance offers the same fixes.
const WORK = 300_000;

/**
 * In nodes to look at, most of which are settled. An operation copies what it changes; one that inserts or removes an item
 * may shift every problem.
 */
const COSTS = { check: 300, problem: 10, operation: 150 };

/**
 * Tries patches on one candidate: what would be wrong with it then? A class, because V8 makes a hidden class for every
 * object literal with a getter, and these kept the candidates of old alive.
 */
export class Proof {
  readonly start: State;
  readonly #cache: ProofCache;
  readonly #uncovering: Uncovering;
  #left: number;

  constructor(
    private readonly spec: CompiledSpec,
    candidate: unknown,
    private readonly inspected: Inspected,
    problems: readonly Problem[],
  ) {
    this.start = new State(candidate, problems);
    this.#cache = new ProofCache(inspected.evaluation.memo);
    this.#uncovering = compileUncovering(spec);
    this.#left = this.start.isWhole ? WORK : 0;
  }

  /** The share of the work that is left. Nothing is, from the start, where a candidate has more problems than are kept. */
  get left(): number {
    return this.#left / WORK;
  }

  spend(work: number): void {
    this.#left -= work;
  }

  /** Nothing where the patch does not apply. */
  outcomeOf(patch: readonly Operation[], state = this.start): Outcome | undefined {
    this.spend(COSTS.check);
    const before = { candidate: state.candidate };
    const traced = attempt(before, patch);
    if (!isObject(traced?.document)) return undefined;
    const { candidate } = traced.document;
    const { evaluation, findings } = this.inspected;
    if (this.#cache.isEmpty) this.spec.checkSet.keep(evaluation, findings, this.#cache);
    const rest = predict(this.spec, inspect(this.spec, candidate, evaluation.registry, this.#cache));
    const added = state.added(rest, traced);
    const problems = state.problems.length + rest.length + added.length;
    const shifting = patch.filter(({ op, path }) => op !== "replace" && /\/(?:\d+|-)$/.test(path)).length;
    this.spend(weigh(candidate) + COSTS.problem * problems + COSTS.operation * patch.length + shifting * problems);
    const fresh = added.length === 0 ? added : added.filter(this.#uncovering(patch, before).isNew);
    return new Outcome(new State(candidate, rest), added, fresh, traced);
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
    const path = this.traced.follow(problem.path);
    return path === undefined || !this.state.has(problem, path);
  }
}

/** A candidate on the way to its repair, and what is wrong with it. */
export class State {
  #byPath: ByPath | undefined;

  constructor(
    readonly candidate: unknown,
    readonly problems: readonly Problem[],
  ) {}

  /** False where there are more problems than are kept: which of them a patch adds is not known then. */
  get isWhole(): boolean {
    return this.problems.every(({ more }) => more === undefined);
  }

  /** Whether a patch can be made at all: what its fix counts on may be absent from this candidate. */
  allows(patch: readonly Operation[]): boolean {
    const before = { candidate: this.candidate };
    const [only, ...others] = patch;
    if (only === undefined || others.length > 0) return attempt(before, patch) !== undefined;
    // A hundred fixes for one large object would copy it a hundred times.
    if (only.op === "add") return typeof valueAt(before, parent(only.path)) === "object";
    return valueAt(before, only.op === "move" ? only.from : only.path) !== undefined;
  }

  has(problem: Problem, path: string): boolean {
    this.#byPath ??= byPath(this.problems, ({ path: own }) => own);
    return this.#byPath.get(path)?.some((other) => isSame(other, problem)) === true;
  }

  /** Of what is wrong after a patch: what was not wrong before. */
  added(rest: readonly Problem[], traced: Traced): Problem[] {
    if (!traced.moves) return rest.filter((problem) => !this.has(problem, problem.path));
    const known = byPath(this.problems, ({ path }) => traced.follow(path));
    return rest.filter((problem) => !known.get(problem.path)?.some((one) => isSame(one, problem)));
  }
}

type ByPath = Map<string, Problem[]>;

function byPath(problems: readonly Problem[], pathOf: (problem: Problem) => string | undefined): ByPath {
  const found: ByPath = new Map();
  for (const problem of problems) {
    const path = pathOf(problem);
    if (path === undefined) continue;
    const there = found.get(path);
    if (there) there.push(problem);
    else found.set(path, [problem]);
  }
  return found;
}

/** At one place, that is. */
function isSame(a: Problem, b: Problem): boolean {
  return a.code === b.code && a.about === b.about;
}

function attempt(before: unknown, patch: readonly Operation[]): Traced | undefined {
  try {
    return tracePatch(before, patch);
  } catch {
    return undefined;
  }
}

/** In nodes; 32 characters of a string count as one. */
function weigh(value: unknown): number {
  if (typeof value === "string") return 1 + (value.length >> 5);
  if (typeof value !== "object" || value === null) return 1;
  let nodes = 1;
  for (const key in value) nodes += weigh((value as Record<string, unknown>)[key]);
  return nodes;
}
