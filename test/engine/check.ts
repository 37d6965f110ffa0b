import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import { decide, inspect } from "../../src/engine/inspect.js";
import type { Problem } from "../../src/engine/problem.js";
import type { Registry } from "../../src/registry/registry.js";

/** Every violation of a candidate, without proven fixes. */
export function checkCandidate(spec: CompiledSpec, candidate: unknown, registry: Registry): Promise<Problem[]> {
  return decide(spec, inspect(spec, candidate, registry));
}
