import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import { type Answer, evaluate } from "../../src/engine/evaluate.js";
import { check } from "../../src/engine/verdict.js";
import type { Violation } from "../../src/engine/violation.js";
import type { JsonObject } from "../../src/ground/json/value.js";
import type { Registry } from "../../src/ground/registry/registry.js";
import { RegistryIndex } from "../../src/ground/registry/registry-index.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import { patched } from "../support/patched.js";

/** Version v1 of generator-option, and the candidate of its base example. */
export const spec = compiledSpecs("rules").get("generator-option")?.current as CompiledSpec;
export const baseCandidate = spec.source.examples["city-weather"]?.candidate as JsonObject;

/** What v1 says about a candidate, where these ids are taken. */
export const evaluateCandidate = (candidate: unknown, taken: readonly string[] = []) =>
  evaluate(spec, candidate, RegistryIndex.of(taken));

/** The candidate after a fix or a repair. */
export function applyFix<T>(
  candidate: T,
  fix: Pick<NonNullable<Answer["repair"]>, "patch"> | undefined,
): T {
  return patched({ candidate }, fix?.patch ?? []).candidate;
}

/** Every violation of a candidate, without proven fixes. */
export async function checkCandidate(
  one: CompiledSpec,
  candidate: unknown,
  registry: Registry,
): Promise<readonly Violation[]> {
  return (await check(one, candidate, registry)).violations;
}
