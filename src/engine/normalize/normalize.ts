import { Editor } from "../../ground/json/patch.js";
import { lastToken, parentPointer, valueAt } from "../../ground/json/pointer.js";
import { compileSelector, updateSelected } from "../../ground/json/selector.js";
import { isObject, type Json, type JsonObject, withSortedKeys } from "../../ground/json/value.js";
import type { CheckEnvironment } from "../checks/check.js";
import { compileList } from "../checks/parameters.js";
import type { NormalizeStep } from "../grammar.js";
import { Memo, makeSubject } from "../memo.js";
import { compareValues } from "../order.js";
import { catchSpecErrors, type SpecError } from "../spec-error.js";
import { compileTextSteps, type NormalizeText, TEXT_STEPS } from "./text-steps.js";

export interface Normalizer {
  /**
   * Normalizes strings. Checks see this form, so a valid candidate is still valid in its package.
   */
  readonly text: NormalizeText;
  /** Normalizes a valid candidate. */
  whole(candidate: Json): Json;
  /** The candidate after each step that may change more than strings, with the name of the step. */
  stages(candidate: Json): Generator<{ readonly step: string; readonly proposal: Json }>;
}

export function compileNormalizer(
  steps: readonly NormalizeStep[],
  environment: CheckEnvironment,
  shape: JsonObject,
  report: (error: SpecError) => void,
): Normalizer {
  const defaults = steps
    .filter(({ step }) => step === "default")
    .map((step) => ({ name: nameStep(step), apply: compileDefault(step) }));
  const orders = steps.flatMap((step, index) => {
    if (step.step === "default" || Object.hasOwn(TEXT_STEPS, step.step)) return [];
    const applies =
      catchSpecErrors(report, () => compileOrderStep(step, environment, `/normalize/${index}`)) ??
      [];
    return applies.map((apply) => ({ name: nameStep(step), apply }));
  });
  const text = compileTextSteps(steps, shape);
  // Defaults come before text: otherwise, a default that is not normal would change when the
  // package is built again. Keys without a given order are sorted: the package does not depend on
  // their order in the candidate.
  const allSteps = [
    ...defaults,
    {
      name: "text steps",
      apply: (candidate: unknown) => withSortedKeys(text(candidate, new Memo()) as Json),
    },
    ...orders,
  ];
  return {
    text,
    whole: (candidate) =>
      allSteps.reduce<unknown>((value, { apply }) => apply(value), candidate) as Json,
    *stages(candidate) {
      let proposal = candidate;
      for (const { name, apply } of allSteps) {
        proposal = apply(proposal) as Json;
        yield { step: name, proposal };
      }
    },
  };
}

function nameStep({ step, at }: NormalizeStep): string {
  return `${step} at ${[at].flat().join(", ")}`;
}

function compileDefault({ at, value }: NormalizeStep): Apply {
  const place = String(at);
  const name = lastToken(place);
  const select = compileSelector(parentPointer(place));
  return (candidate) =>
    updateSelected(new Editor(candidate), select, (object) =>
      isObject(object) && !Object.hasOwn(object, name) ? { ...object, [name]: value } : object,
    );
}

/** Changes a candidate, or a value of it. */
type Apply = (value: unknown) => unknown;

/**
 * Compiles `sort` or `order-keys` for each place of the step. Throws a `SpecError` with a pointer
 * into spec.json.
 */
function compileOrderStep(
  step: NormalizeStep,
  environment: CheckEnvironment,
  pointer: string,
): Apply[] {
  const order = compileOrder(step, environment, pointer);
  return [step.at].flat().map((at) => {
    const select = compileSelector(at);
    return (candidate) => updateSelected(new Editor(candidate), select, order(candidate));
  });
}

function compileOrder({ step, by }: NormalizeStep, environment: CheckEnvironment, pointer: string) {
  if (step === "sort" && by === undefined) return () => sortItems((item) => item);
  if (step === "sort" && isObject(by) && typeof by.item === "string") {
    const { item: property } = by;
    return () => sortItems((item) => valueAt(item, property));
  }
  const list = compileList(by, environment, `${pointer}/by`);
  return (candidate: unknown) => {
    const values = list.read(makeSubject(candidate), { item: candidate })?.values ?? [];
    if (step !== "sort") return withKeysInOrder(values);
    const ranks = new Map(values.map((value, index) => [value, index]));
    // Items that are not in the list come first.
    return sortItems((item) => ranks.get(item as Json) ?? -1);
  };
}

/** Sorts items by their keys, ascending. Items whose keys cannot be ordered come last. */
function sortItems(keyOf: (item: unknown) => unknown): Apply {
  return (array) =>
    Array.isArray(array) ? array.toSorted((a, b) => compareValues(keyOf(a), keyOf(b))) : array;
}

function withKeysInOrder(order: readonly Json[]): Apply {
  const known = new Set<unknown>(order);
  return (object) => {
    if (!isObject(object)) return object;
    const first = order.filter(
      (key): key is string => typeof key === "string" && Object.hasOwn(object, key),
    );
    const others = Object.keys(object).filter((key) => !known.has(key));
    return Object.fromEntries([...first, ...others].map((key) => [key, object[key]]));
  };
}
