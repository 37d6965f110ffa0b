import type { Registry } from "../ground/registry/registry.js";
import type { CompiledSpec } from "./compile-spec.js";
import type { CheckSubject } from "./memo.js";
import { Memo } from "./memo.js";
import type { CandidateFindings } from "./rules/run-rules.js";
import type { Violation } from "./violation.js";

/** The results of every stage except the decision of the rules. */
export interface Inspected extends CandidateFindings {
  readonly subject: CheckSubject;
  /** What is found without rules. */
  readonly found: readonly (readonly Violation[])[];
}

/** Runs every stage except the decision of the rules. */
export function inspect(
  spec: CompiledSpec,
  candidate: unknown,
  registry: Registry,
  memo = new Memo(),
): Inspected {
  const { listLimits, normalizer, shape, placeholdersLeft, portability, checkSet } =
    spec.compiled();
  const limited = listLimits(candidate, memo);
  const normalized = normalizer.text(limited.candidate, memo);
  const subject: CheckSubject = {
    candidate: normalized,
    registry,
    memo,
    shortened: limited.selectors,
  };
  const found = [
    limited.violations,
    shape(subject),
    placeholdersLeft(normalized),
    portability(limited.candidate, memo),
  ];
  return { subject, findings: checkSet.run(subject), found };
}

/** Whether nothing is found that a rule could make a problem of, as in most candidates. */
export function hasFoundNothing({ found, findings }: Inspected): boolean {
  return found.every(({ length }) => length === 0) && findings.every(({ length }) => length === 0);
}
