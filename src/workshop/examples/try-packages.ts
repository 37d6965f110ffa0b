import type { CompiledSpec } from "../../engine/compile-spec.js";
import { check } from "../../engine/verdict.js";
import { inCandidate, isError, type Violation } from "../../engine/violation.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { applyPatch, type Operation } from "../../ground/json/patch.js";
import { valueAt } from "../../ground/json/pointer.js";
import { isEqual, type Json } from "../../ground/json/value.js";
import { makeRegistry } from "../../specs/example-input.js";
import { exampleSpecimens, findPointers, type Specimen } from "./example-places.js";

/**
 * Steps of `normalize` that turn a valid candidate into a package that the rules refuse: tried on
 * all examples, without what a default fills in, and with what is sorted in another order.
 */
export async function* spoilingSteps(spec: CompiledSpec): AsyncGenerator<Flaw> {
  // Steps share most candidates, and normalizing makes many of them equal.
  const known = new Map<string, Violation | undefined>();
  const errorOf = async (specimen: Specimen) => {
    const key = JSON.stringify(specimen);
    if (!known.has(key)) {
      const { violations } = await check(spec, specimen.candidate, makeRegistry(specimen));
      known.set(key, violations.find(isError));
    }
    return known.get(key);
  };
  for (const [index, { step, at }] of spec.source.settings.normalize.entries()) {
    if (step !== "default" && step !== "sort") continue;
    for (const specimen of exampleSpecimens(spec).flatMap((one) => [
      one,
      ...unnormalized(one, step, [at].flat()),
    ])) {
      if ((await errorOf(specimen)) !== undefined) continue;
      const { normalizer } = spec.compiled();
      const candidate = normalizer.whole(specimen.candidate);
      const error = await errorOf({ ...specimen, candidate });
      if (error === undefined && isEqual(normalizer.whole(candidate), candidate)) continue;
      const why =
        error === undefined
          ? "changes when it is built again"
          : `is invalid: ${error.code} at ${inCandidate(error.path)}: ${error.message()}`;
      const detail = `with this step, the package of a valid candidate ${why}; correct the step or the rule; the candidate: ${JSON.stringify(specimen.candidate)}`;
      yield { pointer: `/normalize/${index}${step === "default" ? "/value" : ""}`, detail };
      break;
    }
  }
}

/** The specimen as an author may write it who relies on a step. */
function* unnormalized(
  specimen: Specimen,
  step: string,
  selectors: readonly string[],
): Generator<Specimen> {
  const { candidate } = specimen;
  for (const path of selectors.flatMap((selector) => findPointers(selector, candidate))) {
    const here = valueAt(candidate, path);
    const changed = (operation: Operation) => ({
      ...specimen,
      candidate: applyPatch(candidate, [operation]) as Json,
    });
    if (step === "default") yield changed({ op: "remove", path });
    else if (Array.isArray(here) && here.length > 1)
      for (const value of [here.toReversed(), [...here.slice(1), here[0]]])
        yield changed({ op: "replace", path, value: value as Json });
  }
}
