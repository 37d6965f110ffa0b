import type { Evaluation, Registry } from "./check.js";
import type { CompiledSpec } from "./compile-spec.js";
import type { Findings } from "./findings.js";
import { portabilityProblems } from "./portability.js";
import type { Problem } from "./problem.js";
import type { CompiledRule } from "./rule.js";
import { foresee, foreseenProblems, type RuleInput, runRules } from "./rule-stage.js";
import type { Settled } from "./settled.js";

export type RuleStage = "possible" | "all" | "undecided";

/**
 * Every violation of a candidate, unordered. The rules engine is asked about:
 * `possible`: each rule that findings do not rule out, so that a clean candidate pays almost nothing;
 * `all`: every rule, which must come to the same;
 * `undecided`: only the rules that findings leave open, for proofs, where the others' outcome is plain.
 */
export async function checkCandidate(
  spec: CompiledSpec,
  candidate: unknown,
  registry: Registry,
  stage: RuleStage = "possible",
  settled?: Settled,
): Promise<Problem[]> {
  const cut = spec.cut(candidate);
  const text = spec.normalizer.text(cut.candidate);
  const evaluation: Evaluation = { candidate: text, registry, memo: settled?.memo ?? new Map(), settled };
  const input: RuleInput = {
    candidate: text,
    data: spec.source.spec.data,
    findings: spec.finders.run(evaluation),
  };
  const problems = cut.problems;
  for (const problem of spec.shape(text)) problems.push(problem);
  for (const problem of portabilityProblems(text, settled?.portable)) problems.push(problem);
  const ask: CompiledRule[] = [];
  for (const rule of spec.rules) {
    const foreseen = rule.only === undefined ? foresee(rule.logic, input.findings) : isFound(input.findings[rule.only]);
    if (stage === "undecided" && foreseen === true) problems.push(...foreseenProblems(rule, input, settled));
    else if (stage === "all" || foreseen !== false) ask.push(rule);
  }
  if (ask.length > 0) problems.push(...(await runRules(ask, input)));
  return problems;
}

function isFound(findings: Findings | undefined): boolean {
  return findings !== undefined && findings.total > 0;
}
