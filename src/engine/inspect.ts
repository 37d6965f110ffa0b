import type { Registry } from "../ground/registry/registry.js";
import type { CheckSubject } from "./checks/check.js";
import type { CompiledSpec } from "./compile-spec.js";
import type { RequestValues } from "./fixers/shape-error.js";
import { Memo } from "./memo.js";
import { type Found, NOTHING_FOUND, Violations } from "./problem.js";
import type { CandidateFindings } from "./rules/run-rules.js";

/** The results of every stage except the decision of the rules. */
export interface Inspected extends CandidateFindings {
  readonly subject: CheckSubject;
  /** What is found without rules. */
  readonly found: readonly Found[];
}

export interface InspectOptions {
  /** Remembers an earlier form of the candidate. */
  readonly memo?: Memo;
  /** Whether the strings and numbers of the candidate are already known to be portable. */
  readonly isKnownPortable?: boolean;
  /** Values that the request gives, besides those of the package. */
  readonly requestValues?: RequestValues;
}

/** Runs every stage except the decision of the rules. */
export function inspect(
  spec: CompiledSpec,
  candidate: unknown,
  registry: Registry,
  { memo = new Memo(), isKnownPortable = false, requestValues }: InspectOptions = {},
): Inspected {
  const { listLimits, normalizer, shape, placeholdersLeft, portability, checkSet } = spec.compiled();
  const limited = listLimits(candidate, memo);
  const normalized = normalizer.text(limited.candidate, memo);
  const subject: CheckSubject = { candidate: normalized, registry, memo, shortened: limited.selectors };
  const found = [
    { kept: limited.violations, total: limited.violations.length },
    shape(subject, requestValues),
    placeholdersLeft(normalized),
    isKnownPortable ? NOTHING_FOUND : portability(limited.candidate, memo),
  ];
  return { subject, findings: checkSet.run(subject), found };
}

/**
 * Whether nothing is found: neither a problem, nor what a rule could make one of. Stops at the first finding and keeps
 * nothing, so it takes little time and memory even where a candidate has a thousand problems.
 */
export function isClean(
  spec: CompiledSpec,
  candidate: unknown,
  registry: Registry,
  { isKnownPortable = false }: Pick<InspectOptions, "isKnownPortable"> = {},
): boolean {
  const { listLimits, normalizer, accepts, placeholdersLeft, portability, checkSet } = spec.compiled();
  const memo = new Memo();
  if (listLimits(candidate, memo).violations.length > 0) return false;
  const normalized = normalizer.text(candidate, memo);
  if (!accepts(normalized) || placeholdersLeft(normalized).total > 0) return false;
  if (!isKnownPortable && portability(candidate, memo).total > 0) return false;
  return checkSet.holds({ candidate: normalized, registry, memo, shortened: [] });
}

/** Whether nothing is found that a rule could make a problem of, as in most candidates. */
export function hasFoundNothing({ found, findings }: Inspected): boolean {
  return found.every(({ total }) => total === 0) && findings.every(({ total }) => total === 0);
}

/** Collects the violations of an inspected candidate. json-rules-engine decides which rules with findings fire. */
export async function collectViolations(spec: CompiledSpec, inspected: Inspected): Promise<Violations> {
  const parts = spec.compiled();
  return new Violations([...inspected.found, ...(await parts.runRules(parts, inspected))]);
}

/** Finds all violations of a candidate. */
export function findViolations(
  spec: CompiledSpec,
  candidate: unknown,
  registry: Registry,
  options?: InspectOptions,
): Promise<Violations> {
  return collectViolations(spec, inspect(spec, candidate, registry, options));
}
