import type { Evaluation, Registry } from "./check.js";
import type { CompiledSpec } from "./compile-spec.js";
import { portabilityProblems } from "./portability.js";
import type { Problem } from "./problem.js";
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
  problems.push(...spec.shape(text), ...portabilityProblems(text, settled?.portable));
  const ask = spec.rules.filter((rule) => {
    const foreseen =
      rule.only === undefined ? foresee(rule.logic, input.findings) : (input.findings[rule.only]?.total ?? 0) > 0;
    if (stage === "undecided" && foreseen === true) problems.push(...foreseenProblems(rule, input));
    return stage === "all" || (stage === "possible" ? foreseen !== false : foreseen === undefined);
  });
  if (ask.length > 0) problems.push(...(await runRules(ask, input)));
  return problems;
}
