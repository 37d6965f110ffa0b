import type { Operation } from "../../json/patch.js";
import { type Traced, tracePatch } from "../../json/trace-patch.js";
import { isObject } from "../../json/value.js";
import type { CompiledSpec } from "../compile-spec.js";
import { Settled } from "../findings/proof-cache.js";
import { decide, type Inspected, inspect } from "../inspect.js";
import type { Problem } from "../problem.js";

// What all re-checks of one candidate may cost together: enough for a hundred fixes of a usual candidate. Counted, not
// timed, so that every instance offers the same fixes.
const WORK = 640_000;

/**
 * Tries patches on one candidate: what would be wrong with it then? A class, because V8 makes a hidden class for every
 * object literal with a getter, and these kept the candidates of old alive.
 */
export class Proof {
  readonly #settled: Settled;
  readonly #costs: { check: number; operation: number };
  readonly #allowed: number;
  readonly #before: Before;
  #left: number;

  constructor(
    private readonly spec: CompiledSpec,
    private readonly candidate: unknown,
    private readonly inspected: Inspected,
    problems: readonly Problem[],
  ) {
    this.#settled = new Settled(inspected.evaluation.memo);
    this.#before = new Before(problems);
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

  /** Nothing where the patch does not apply. */
  async outcomeOf(patch: readonly Operation[]): Promise<Outcome | undefined> {
    this.#left -= this.#costs.check + this.#costs.operation * patch.length;
    const traced = attempt({ candidate: this.candidate }, patch);
    if (!isObject(traced?.document)) return undefined;
    const { evaluation, findings } = this.inspected;
    if (this.#settled.isEmpty) this.spec.finders.settle(evaluation, findings, this.#settled);
    const patched = inspect(this.spec, traced.document.candidate, evaluation.registry, this.#settled);
    const rest = await decide(this.spec, patched, "undecided");
    return new Outcome(rest, this.#before.covers(rest, traced), traced);
  }
}

/** What is still wrong after a patch, and whether the patch added nothing. */
class Outcome {
  constructor(
    readonly problems: readonly Problem[],
    readonly addsNothing: boolean,
    private readonly traced: Traced,
  ) {}

  removes(problem: Problem): boolean {
    const path = this.traced.follow(problem.path);
    return path === undefined || !this.problems.some((other) => other.path === path && isSame(other, problem));
  }
}

/** The problems of the candidate as it is. */
class Before {
  #unmoved: ByPath | undefined;

  constructor(private readonly problems: readonly Problem[]) {}

  /** True where each of these was there before the patch. */
  covers(rest: readonly Problem[], traced: Traced): boolean {
    if (!traced.moves) this.#unmoved ??= this.#follow(traced);
    const known = traced.moves ? this.#follow(traced) : (this.#unmoved as ByPath);
    return rest.every((problem) => known.get(problem.path)?.some((one) => isSame(one, problem)));
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
