import type { Registry } from "../registry/registry.js";
import type { Evaluation } from "./checks/check.js";
import type { CompiledSpec } from "./compile-spec.js";
import type { Findings } from "./findings/findings.js";
import type { ProofCache } from "./findings/proof-cache.js";
import { Memo } from "./memo.js";
import type { Problem } from "./problem.js";
import { portabilityProblems } from "./problems/portability.js";
import type { CompiledRule } from "./rules/compile-rule.js";
import { canFire, problemsOf, runRules } from "./rules/run-rules.js";

/** A candidate after every stage but the last. */
export interface Inspected {
  readonly evaluation: Evaluation;
  readonly findings: readonly Findings[];
  /** What is wrong whatever the rules say. */
  readonly problems: readonly Problem[];
}

export function inspect(spec: CompiledSpec, candidate: unknown, registry: Registry, cache?: ProofCache): Inspected {
  const memo = cache?.memo ?? new Memo();
  const limited = spec.listLimits(candidate, memo);
  const normalized = spec.normalizer.text(limited.candidate, memo);
  const evaluation: Evaluation = { candidate: normalized, registry, memo, cut: limited.selectors };
  const { problems } = limited;
  for (const problem of spec.shape(normalized, memo)) problems.push(problem);
  for (const problem of spec.placeholders(normalized)) problems.push(problem);
  for (const problem of portabilityProblems(limited.candidate, memo, cache?.portable)) problems.push(problem);
  return { evaluation, findings: spec.checkSet.run(evaluation, cache), problems };
}

/**
 * Every violation of an inspected candidate, unordered. json-rules-engine decides, about rules that can fire: a clean
 * candidate pays almost nothing. `all` asks it about every rule, which must come to the same.
 */
export async function decide(spec: CompiledSpec, inspected: Inspected, asked: "possible" | "all"): Promise<Problem[]> {
  const rules = asked === "all" ? spec.rules : possibleRules(spec, inspected);
  return [...inspected.problems, ...(await runRules(rules, factsOf(spec, inspected)))];
}

/** The same without the engine, for proofs: what can fire does. */
export function predict(spec: CompiledSpec, inspected: Inspected): Problem[] {
  const facts = factsOf(spec, inspected);
  return [...inspected.problems, ...possibleRules(spec, inspected).flatMap((rule) => problemsOf(rule, facts))];
}

/** True where nothing is wrong and no rule can fire, as with most candidates: there is nothing to wait for. */
export function isClean(spec: CompiledSpec, { problems, findings }: Inspected): boolean {
  if (problems.length > 0) return false;
  for (const rule of spec.rules) if (canFire(rule, findings)) return false;
  return true;
}

function possibleRules({ rules }: CompiledSpec, { findings }: Inspected): CompiledRule[] {
  return rules.filter((rule) => canFire(rule, findings));
}

function factsOf({ counts }: CompiledSpec, { evaluation, findings }: Inspected) {
  return { candidate: evaluation.candidate, findings, counts };
}
