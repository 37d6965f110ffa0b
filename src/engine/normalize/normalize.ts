import { parent, parse } from "../../json/pointer.js";
import { compileUpdate } from "../../json/selector.js";
import { isObject, type Json, type JsonObject, withSortedKeys } from "../../json/value.js";
import type { CheckEnvironment } from "../checks/check.js";
import type { NormalizeStep } from "../grammar.js";
import { Memo } from "../memo.js";
import { reporting, type SpecError } from "../spec-error.js";
import { type Apply, compileOrderStep } from "./order-steps.js";
import { compileTextSteps, type NormalizeText, TEXT_STEPS } from "./text-steps.js";

export interface Normalizer {
  /**
   * Strings as the package will hold them. Limits apply to this form, so that what was valid stays valid when
   * packaged.
   */
  readonly text: NormalizeText;
  /** The whole normalization of a valid candidate. */
  whole(candidate: Json): Json;
}

export function compileNormalizer(
  steps: readonly NormalizeStep[],
  environment: CheckEnvironment,
  shape: JsonObject = {},
  report: (error: SpecError) => void = (error) => {
    throw error;
  },
): Normalizer {
  const defaults = steps.filter(({ step }) => step === "default").map(compileDefault);
  const orders = steps.flatMap((step, index) => {
    if (step.step === "default" || Object.hasOwn(TEXT_STEPS, step.step)) return [];
    return reporting(report, () => compileOrderStep(step, environment, `/normalize/${index}`)) ?? [];
  });
  const text = compileTextSteps(steps, shape);
  return {
    text,
    // Defaults before text, or one that is not normal would be changed only when the package is built again. Where no
    // step orders the keys of an object their names do: the package must not show how the author ordered them.
    whole: (candidate) => {
      const filled = inTurn(defaults, candidate);
      return inTurn(orders, withSortedKeys(text(filled, new Memo()) as Json)) as Json;
    },
  };
}

function inTurn(steps: readonly Apply[], candidate: unknown): unknown {
  return steps.reduce((value, apply) => apply(value), candidate);
}

function compileDefault({ at, value }: NormalizeStep): Apply {
  const place = String(at);
  const name = parse(place).at(-1) as string;
  const update = compileUpdate(parent(place));
  return (candidate) =>
    update(candidate, (object) =>
      isObject(object) && !Object.hasOwn(object, name) ? { ...object, [name]: value } : object,
    );
}
