import type { Registry } from "../registry/registry.js";
import type { Evaluation } from "./checks/check.js";
import type { CompiledSpec } from "./compile-spec.js";
import type { Findings } from "./findings/findings.js";
import type { Settled } from "./findings/proof-cache.js";
import { Memo } from "./memo.js";
import type { Problem } from "./problem.js";
import type { CompiledRule } from "./rules/compile-rule.js";
import { foresee, foreseenProblems, runRules } from "./rules/run-rules.js";
import { portabilityProblems } from "./shape/portability.js";

export type RuleStage = "possible" | "all" | "undecided";

/** A candidate after every stage but the last. */
export interface Inspected {
  readonly evaluation: Evaluation;
  readonly findings: readonly Findings[];
  /** What is wrong whatever the rules say. */
  readonly problems: readonly Problem[];
}

export function inspect(spec: CompiledSpec, candidate: unknown, registry: Registry, settled?: Settled): Inspected {
  const memo = settled?.memo ?? new Memo();
  const cut = spec.cut(candidate, memo);
  const text = spec.normalizer.text(cut.candidate, memo);
  const evaluation: Evaluation = { candidate: text, registry, memo, cut: cut.selectors, settled };
  const { problems } = cut;
  for (const problem of spec.shape(text)) problems.push(problem);
  for (const problem of portabilityProblems(cut.candidate, settled?.portable)) problems.push(problem);
  return { evaluation, findings: spec.finders.run(evaluation), problems };
}

/**
 * Every violation of an inspected candidate, unordered. The rules engine is asked about:
 * `possible`: each rule that findings do not rule out, so that a clean candidate pays almost nothing;
 * `all`: every rule, which must come to the same;
 * `undecided`: only the rules that findings alone cannot decide, for proofs, where the others' outcome is plain.
 */
export async function decide(spec: CompiledSpec, inspected: Inspected, stage: RuleStage): Promise<Problem[]> {
  const { evaluation, findings } = inspected;
  const input = { candidate: evaluation.candidate, data: spec.source.spec.data, findings };
  const problems = inspected.problems.slice();
  const ask: CompiledRule[] = [];
  for (const rule of spec.rules) {
    const foreseen = foreseeRule(rule, findings);
    if (stage === "undecided" && rule.decidable && foreseen === true) problems.push(...foreseenProblems(rule, input));
    else if (stage === "all" || foreseen !== false) ask.push(rule);
  }
  if (ask.length > 0) problems.push(...(await runRules(ask, input)));
  return problems;
}

/** True where nothing is wrong and no rule can fire, as with most candidates: there is nothing to decide, nor to wait for. */
export function isClean(spec: CompiledSpec, { problems, findings }: Inspected): boolean {
  if (problems.length > 0) return false;
  for (const rule of spec.rules) if (foreseeRule(rule, findings) !== false) return false;
  return true;
}

function foreseeRule({ only, logic }: CompiledRule, findings: readonly Findings[]): boolean | undefined {
  return only === undefined ? foresee(logic, findings) : isFound(findings[only]);
}

function isFound(findings: Findings | undefined): boolean {
  return findings !== undefined && findings.total > 0;
}
