import type { Registry } from "./check.js";
import { checkCandidate } from "./check-candidate.js";
import type { CompiledSpec } from "./compile-spec.js";
import { type Operation, type Traced, tracePatch } from "./patch.js";
import type { Problem } from "./problem.js";
import { Settled } from "./settled.js";

/** What is still wrong after a patch, and whether the patch added nothing. */
export interface Outcome {
  readonly problems: readonly Problem[];
  readonly addsNothing: boolean;
  removes(problem: Problem): boolean;
}

export interface Proof {
  /** True when the work allowed for this candidate is used up, or when it has more problems than are kept. */
  readonly exhausted: boolean;
  /** Nothing where the patch does not apply. */
  outcomeOf(patch: readonly Operation[]): Promise<Outcome | undefined>;
}

// What all re-checks of one candidate may cost together: enough for a hundred fixes of a usual candidate. Counted, not
// timed, so that every instance offers the same fixes. A problem costs as much as 16 nodes.
const WORK = 1_000_000;

export function createProof(
  spec: CompiledSpec,
  candidate: unknown,
  registry: Registry,
  problems: readonly Problem[],
): Proof {
  const before = { candidate };
  const settled = new Settled();
  const identities = new Set(problems.map((problem) => identity(problem)));
  const cost = 4 * weigh(candidate) + 64 * problems.length + 100;
  let left = problems.some(({ more }) => more !== undefined) ? 0 : WORK;
  return {
    get exhausted() {
      return left <= 0;
    },
    async outcomeOf(patch) {
      left -= cost;
      const traced = attempt(before, patch);
      if (traced === undefined) return undefined;
      const { candidate: after } = traced.document as { candidate: unknown };
      const rest = await checkCandidate(spec, after, registry, "undecided", settled);
      const remaining = rest.map((problem) => identity(problem));
      const expected = traced.moves ? new Set(problems.map((problem) => follow(traced, problem))) : identities;
      return {
        problems: rest,
        addsNothing: remaining.every((id) => expected.has(id)),
        removes: (problem) => {
          const here = follow(traced, problem);
          return here === undefined || !remaining.includes(here);
        },
      };
    },
  };
}

function attempt(before: unknown, patch: readonly Operation[]): Traced | undefined {
  try {
    return tracePatch(before, patch);
  } catch {
    return undefined;
  }
}

function identity(problem: Problem, path = problem.path): string {
  return `${problem.code} ${path} ${problem.about ?? ""}`;
}

function follow(traced: Traced, problem: Problem): string | undefined {
  const path = traced.follow(problem.path);
  return path === undefined ? undefined : identity(problem, path);
}

function weigh(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  let nodes = 1;
  for (const key in value) nodes += weigh((value as Record<string, unknown>)[key]);
  return nodes;
}
