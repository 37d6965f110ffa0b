import type { Registry } from "../ground/registry/registry.js";
import type { CheckSubject } from "./checks/check.js";
import type { CompiledSpec } from "./compile-spec.js";
import type { RequestValues } from "./fixers/shape-error.js";
import { Memo } from "./memo.js";
import { isError, type Problem } from "./problem.js";
import { type CandidateFindings, runRules } from "./rules/run-rules.js";

/** The results of every stage except the decision of the rules. */
export interface Inspected extends CandidateFindings {
  readonly subject: CheckSubject;
  /** Problems that no rule decides. */
  readonly problems: readonly Problem[];
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
  const subject: CheckSubject = { candidate: normalized, registry, memo, cut: limited.selectors };
  const { problems } = limited;
  for (const problem of shape(subject, requestValues)) problems.push(problem);
  for (const problem of placeholdersLeft(normalized)) problems.push(problem);
  if (!isKnownPortable) for (const problem of portability(limited.candidate, memo)) problems.push(problem);
  return { subject, findings: checkSet.run(subject), problems };
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
  if (listLimits(candidate, memo).problems.length > 0) return false;
  const normalized = normalizer.text(candidate, memo);
  if (!accepts(normalized) || placeholdersLeft(normalized).length > 0) return false;
  if (!isKnownPortable && portability(candidate, memo).length > 0) return false;
  return checkSet.holds({ candidate: normalized, registry, memo, cut: [] });
}

/** All problems of an inspected candidate, unordered. json-rules-engine decides which rules with findings fire. */
export async function problemsOfInspected(spec: CompiledSpec, inspected: Inspected): Promise<Problem[]> {
  return [...inspected.problems, ...(await runRules(spec.compiled(), inspected))];
}

/** All problems of a candidate, unordered. */
export function problemsOf(
  spec: CompiledSpec,
  candidate: unknown,
  registry: Registry,
  options?: InspectOptions,
): Promise<Problem[]> {
  return problemsOfInspected(spec, inspect(spec, candidate, registry, options));
}

export async function errorsOf(spec: CompiledSpec, candidate: unknown, registry: Registry): Promise<Problem[]> {
  return (await problemsOf(spec, candidate, registry)).filter(isError);
}
