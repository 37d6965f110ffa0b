import { lastToken, parent } from "../../json/pointer.js";
import { compileUpdate } from "../../json/selector.js";
import { isObject, type Json, type JsonObject, withSortedKeys } from "../../json/value.js";
import type { CheckEnvironment } from "../checks/check.js";
import type { NormalizeStep } from "../grammar.js";
import { Memo } from "../memo.js";
import { reporting, type SpecError } from "../spec-error.js";
import { type Apply, compileOrderStep } from "./order-steps.js";
import { compileTextSteps, type NormalizeText, TEXT_STEPS } from "./text-steps.js";

export interface Normalizer {
  /** Normalizes strings. Checks see this form, so that a valid candidate is still valid in its package. */
  readonly text: NormalizeText;
  /** Normalizes a valid candidate. */
  whole(candidate: Json): Json;
  /** The candidate after each step that may change more than strings, with the name of the step. */
  stages(candidate: Json): Generator<{ readonly step: string; readonly proposal: Json }>;
}

export function compileNormalizer(
  steps: readonly NormalizeStep[],
  environment: CheckEnvironment,
  shape: JsonObject = {},
  report: (error: SpecError) => void = (error) => {
    throw error;
  },
): Normalizer {
  const defaults = steps
    .filter(({ step }) => step === "default")
    .map((step) => ({ name: nameOf(step), apply: compileDefault(step) }));
  const orders = steps.flatMap((step, index) => {
    if (step.step === "default" || Object.hasOwn(TEXT_STEPS, step.step)) return [];
    const applies = reporting(report, () => compileOrderStep(step, environment, `/normalize/${index}`)) ?? [];
    return applies.map((apply) => ({ name: nameOf(step), apply }));
  });
  const text = compileTextSteps(steps, shape);
  // Defaults come before text: otherwise, a default that is not normal would change when the package is built again.
  // Keys without a given order are sorted, so that the package does not depend on their order in the candidate.
  const all = [
    ...defaults,
    { name: "text steps", apply: (candidate: unknown) => withSortedKeys(text(candidate, new Memo()) as Json) },
    ...orders,
  ];
  return {
    text,
    whole: (candidate) => all.reduce<unknown>((value, { apply }) => apply(value), candidate) as Json,
    *stages(candidate) {
      let proposal = candidate;
      for (const { name, apply } of all) {
        proposal = apply(proposal) as Json;
        yield { step: name, proposal };
      }
    },
  };
}

function nameOf({ step, at }: NormalizeStep): string {
  return `${step} at ${[at].flat().join(", ")}`;
}

function compileDefault({ at, value }: NormalizeStep): Apply {
  const place = String(at);
  const name = lastToken(place);
  const update = compileUpdate(parent(place));
  return (candidate) =>
    update(candidate, (object) =>
      isObject(object) && !Object.hasOwn(object, name) ? { ...object, [name]: value } : object,
    );
}
