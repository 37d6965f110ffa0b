import type { CompiledSpec } from "../../engine/compile-spec.js";
import { check } from "../../engine/verdict.js";
import { inCandidate, isError, type Violation } from "../../engine/violation.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { applyPatch, type Operation } from "../../ground/json/patch.js";
import { valueAt } from "../../ground/json/pointer.js";
import { isEqual, type Json } from "../../ground/json/value.js";
import { makeRegistry } from "../../specs/example-input.js";
import { findPointers, listTestCandidates, type TestCandidate } from "./test-candidates.js";

/**
 * Steps of `normalize` that turn a valid candidate into a package that the rules refuse: tried on
 * all examples, without what a default fills in, and with what is sorted in another order.
 */
export async function* findSpoilingSteps(spec: CompiledSpec): AsyncGenerator<Flaw> {
  const { normalizer } = spec.compiled();
  // Steps share most candidates, and normalizing makes many of them equal.
  const known = new Map<string, Violation | undefined>();
  const findError = async (specimen: TestCandidate) => {
    const key = JSON.stringify(specimen);
    if (!known.has(key)) {
      const { violations } = await check(spec, specimen.candidate, makeRegistry(specimen));
      known.set(key, violations.find(isError));
    }
    return known.get(key);
  };
  for (const [index, { step, at }] of spec.source.settings.normalize.entries()) {
    if (step !== "default" && step !== "sort") continue;
    const candidates: TestCandidate[] = [];
    for (const example of listTestCandidates(spec))
      candidates.push(example, ...listVariants(example, step, [at].flat()));
    for (const specimen of candidates) {
      if ((await findError(specimen)) !== undefined) continue;
      const candidate = normalizer.whole(specimen.candidate);
      const error = await findError({ ...specimen, candidate });
      if (error === undefined && isEqual(normalizer.whole(candidate), candidate)) continue;
      const what =
        error === undefined
          ? "changes when it is built again"
          : `is invalid: ${error.code} at ${inCandidate(error.path)}: ${error.message()}`;
      const detail = `with this step, the package of a valid candidate ${what}; correct the step or the rule; the candidate: ${JSON.stringify(specimen.candidate)}`;
      yield { pointer: `/normalize/${index}${step === "default" ? "/value" : ""}`, detail };
      break;
    }
  }
}

/** The candidate as authors may write it who rely on a step. */
function* listVariants(
  specimen: TestCandidate,
  step: "default" | "sort",
  selectors: readonly string[],
): Generator<TestCandidate> {
  const { candidate } = specimen;
  for (const path of selectors.flatMap((selector) => findPointers(selector, candidate))) {
    const here = valueAt(candidate, path) as Json;
    const patches: Operation[] = [];
    if (step === "default") patches.push({ op: "remove", path });
    else if (Array.isArray(here) && here.length > 1)
      for (const value of [here.toReversed(), [...here.slice(1), here[0] as Json]])
        patches.push({ op: "replace", path, value });
    for (const operation of patches)
      yield { ...specimen, candidate: applyPatch(candidate, [operation]) as Json };
  }
}
