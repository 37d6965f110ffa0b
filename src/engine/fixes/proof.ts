import type { Operation } from "../../json/patch.js";
import { type Traced, tracePatch } from "../../json/trace-patch.js";
import { isObject } from "../../json/value.js";
import type { CompiledSpec } from "../compile-spec.js";
import { ProofCache } from "../findings/proof-cache.js";
import { type Inspected, inspect, predict } from "../inspect.js";
import type { Problem } from "../problem.js";

// What all re-checks of one candidate may cost together: enough for a hundred fixes of a usual candidate. Counted, not
// timed, so that every instance offers the same fixes.
const WORK = 640_000;

/**
 * Tries patches on one candidate: what would be wrong with it then? A class, because V8 makes a hidden class for every
 * object literal with a getter, and these kept the candidates of old alive.
 */
export class Proof {
  readonly #cache: ProofCache;
  readonly #costs: { check: number; operation: number };
  readonly #allowed: number;
  readonly #baseline: Baseline;
  #left: number;

  constructor(
    private readonly spec: CompiledSpec,
    private readonly candidate: unknown,
    private readonly inspected: Inspected,
    problems: readonly Problem[],
  ) {
    this.#cache = new ProofCache(inspected.evaluation.memo);
    this.#baseline = new Baseline(problems);
    // A problem costs as much as 24 nodes, most of which are settled; every operation copies what it changes and may move
    // each problem.
    this.#costs = { check: 2 * weigh(candidate) + 48 * problems.length + 100, operation: 160 + problems.length };
    this.#allowed = problems.some(({ more }) => more !== undefined) ? 0 : WORK;
    this.#left = this.#allowed;
  }

  /** True when the work allowed for this candidate is used up, or when it has more problems than are kept. */
  get exhausted(): boolean {
    return this.#left <= 0;
  }

  /** Allows as much work again. */
  renew(): void {
    this.#left = this.#allowed;
  }

  /** Whether a patch can be made at all: what its fix counts on may be absent from this candidate. */
  applies(patch: readonly Operation[]): boolean {
    return attempt({ candidate: this.candidate }, patch) !== undefined;
  }

  /** Nothing where the patch does not apply. */
  outcomeOf(patch: readonly Operation[]): Outcome | undefined {
    this.#left -= this.#costs.check + this.#costs.operation * patch.length;
    const traced = attempt({ candidate: this.candidate }, patch);
    if (!isObject(traced?.document)) return undefined;
    const { evaluation, findings } = this.inspected;
    if (this.#cache.isEmpty) this.spec.checkSet.keep(evaluation, findings, this.#cache);
    const patched = inspect(this.spec, traced.document.candidate, evaluation.registry, this.#cache);
    const rest = predict(this.spec, patched);
    return new Outcome(rest, this.#baseline.added(rest, traced), traced);
  }
}

/** What is still wrong after a patch, and what of it the patch added. */
class Outcome {
  constructor(
    readonly problems: readonly Problem[],
    readonly added: readonly Problem[],
    private readonly traced: Traced,
  ) {}

  get addsNothing(): boolean {
    return this.added.length === 0;
  }

  removes(problem: Problem): boolean {
    const path = this.traced.follow(problem.path);
    return path === undefined || !this.problems.some((other) => other.path === path && isSame(other, problem));
  }
}

/** The problems of the candidate as it is. */
class Baseline {
  #unmoved: ByPath | undefined;

  constructor(private readonly problems: readonly Problem[]) {}

  /** Those that were not there before the patch. */
  added(rest: readonly Problem[], traced: Traced): Problem[] {
    if (!traced.moves) this.#unmoved ??= this.#follow(traced);
    const known = traced.moves ? this.#follow(traced) : (this.#unmoved as ByPath);
    return rest.filter((problem) => !known.get(problem.path)?.some((one) => isSame(one, problem)));
  }

  #follow(traced: Traced): ByPath {
    const followed: ByPath = new Map();
    for (const problem of this.problems) {
      const path = traced.follow(problem.path);
      if (path === undefined) continue;
      const there = followed.get(path);
      if (there) there.push(problem);
      else followed.set(path, [problem]);
    }
    return followed;
  }
}

type ByPath = Map<string, Problem[]>;

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

/** In nodes; 32 characters of text count as one. */
function weigh(value: unknown): number {
  if (typeof value === "string") return 1 + (value.length >> 5);
  if (typeof value !== "object" || value === null) return 1;
  let nodes = 1;
  for (const key in value) nodes += weigh((value as Record<string, unknown>)[key]);
  return nodes;
}
