import type { Registry } from "../../src/engine/check.js";
import { decide, inspect, type RuleStage } from "../../src/engine/check-candidate.js";
import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import type { Problem } from "../../src/engine/problem.js";

/** Every violation of a candidate, without fixes proven. */
export function checkCandidate(
  spec: CompiledSpec,
  candidate: unknown,
  registry: Registry,
  stage: RuleStage = "possible",
): Promise<Problem[]> {
  return decide(spec, inspect(spec, candidate, registry), stage);
}
