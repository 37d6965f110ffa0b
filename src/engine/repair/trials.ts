import type { Operation } from "../../ground/json/patch.js";
import { countNodes } from "../../ground/json/size.js";
import { type TracedPatch, tracePatch } from "../../ground/json/trace-patch.js";
import { isObject } from "../../ground/json/value.js";
import type { Registry } from "../../ground/registry/registry.js";
import type { CompiledSpec } from "../compile-spec.js";
import type { RequestValues } from "../fixers/shape-error.js";
import { findViolations, type Inspected, type InspectOptions } from "../inspect.js";
import type { Memo } from "../memo.js";
import type { Fix, Occurrence, Problem, Violations } from "../problem.js";
import { isPortable, PORTABILITY_CODES } from "../problems/portability.js";
import { CheckedCandidate } from "./checked-candidate.js";
import { Trial } from "./trial.js";
import { costOf, costOfCheck, costOfFixes, costOfOrder, costOfViolations, Work, weightOf } from "./work.js";

/** Pauses the work for other callers; undefined if the work may continue at once. */
export type Pause = () => Promise<void> | undefined;

interface TrialOptions extends Pick<InspectOptions, "requestValues"> {
  /** Awaited between pieces of work, to let other callers do theirs. */
  readonly pause?: Pause | undefined;
}

/** The trials of one candidate. Patches are tried on it, and on its patched forms, as long as there is work left. */
export class Trials {
  readonly start: CheckedCandidate;
  readonly work: Work;
  readonly pause: Pause;
  readonly #requestValues: RequestValues;
  readonly #registry: Registry;
  readonly #memo: Memo;
  /** Whether the candidate as sent is portable, and checked as a whole: then only the values of patches need a look. */
  readonly #isPortable: boolean;

  constructor(
    readonly spec: CompiledSpec,
    candidate: unknown,
    { subject }: Inspected,
    violations: Violations,
    { requestValues = {}, pause = () => undefined }: TrialOptions = {},
  ) {
    this.#requestValues = requestValues;
    this.pause = pause;
    this.start = new CheckedCandidate(spec, candidate, violations, countNodes(candidate));
    this.#registry = subject.registry;
    this.#memo = subject.memo;
    this.work = new Work(subject.memo);
    const isUnportable = ({ code }: Occurrence) => PORTABILITY_CODES.some((known) => known.code === code);
    this.#isPortable = subject.shortened.length === 0 && !violations.occurrences.some(isUnportable);
  }

  /** Applies a patch and checks the result. Returns undefined if it cannot be applied, or an object does not stay one. */
  async try(patch: readonly Operation[], before: CheckedCandidate): Promise<Trial | undefined> {
    this.work.spend(costOf(patch));
    await this.pause();
    const traced = tryTracing(before.candidate, patch);
    if (!isObject(traced?.document) || !Object.hasOwn(traced.document, "candidate")) return undefined;
    if (isObject(before.candidate) && !isObject(traced.document.candidate)) return undefined;
    const after = await this.#check(traced.document.candidate, patch, before.weight + weightOf(patch));
    return new Trial(before, after, patch, traced);
  }

  /** Checks the candidate after a patch. */
  async #check(candidate: unknown, patch: readonly Operation[], weight: number): Promise<CheckedCandidate> {
    const violations = await findViolations(this.spec, candidate, this.#registry, {
      memo: this.#memo,
      isKnownPortable: this.#isPortable && isPortable(patch),
      requestValues: this.#requestValues,
    });
    this.work.spend(costOfCheck(weight, violations));
    return new CheckedCandidate(this.spec, candidate, violations, weight);
  }

  /** Grants the work of trying patches of this cost, which should remove so many violations, if enough is left. */
  grants(before: CheckedCandidate, patchCost: number, removed = 1, trialCount = 1): boolean {
    return this.work.grants(trialCount * costOfTrial(before, patchCost, removed));
  }

  grantsTrial(patch: readonly Operation[], before: CheckedCandidate, removed = 1): boolean {
    return this.grants(before, costOf(patch), removed);
  }

  /** Like grantsTrial(), for a single fix of a candidate of which nothing is repaired yet. */
  grantsLastTrial(patch: readonly Operation[]): boolean {
    return this.work.grantsLastTrial(costOfTrial(this.start, costOf(patch), 1));
  }

  /** The problems that some of the occurrences of a candidate are, in document order; none if no work is left for that. */
  problemsOf(occurrences: readonly Occurrence[], state: CheckedCandidate): readonly Problem[] {
    const cost = costOfOrder(occurrences.length);
    if (!this.work.grants(cost)) return [];
    this.work.spend(cost);
    return state.problemsOf(occurrences);
  }

  /** Makes the fixes of one occurrence. With `only`, fixes that do not claim to be certain may be left out. */
  makeFixes(occurrence: Occurrence, only?: "machine-applicable"): readonly Fix[] {
    const fixes = occurrence.fixes(only);
    this.work.spend(costOfFixes(fixes.map(({ patch }) => patch)));
    return fixes;
  }
}

/** About what it costs to try a patch that should remove so many violations. */
function costOfTrial({ weight, violations }: CheckedCandidate, patchCost: number, removed: number): number {
  return costOfCheck(weight, violations) + patchCost - costOfViolations(removed);
}

function tryTracing(candidate: unknown, patch: readonly Operation[]): TracedPatch | undefined {
  try {
    return tracePatch({ candidate }, patch);
  } catch {
    return undefined;
  }
}
