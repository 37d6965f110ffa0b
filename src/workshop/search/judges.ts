import { adaptSpec, type CompiledSpec } from "../../engine/compile-spec.js";
import { compileCondition } from "../../engine/condition.js";
import type { Comparison, RuleSource } from "../../engine/grammar.js";
import { findViolations } from "../../engine/inspect.js";
import { makeSubject } from "../../engine/memo.js";
import type { Occurrence } from "../../engine/problem.js";
import type { Json } from "../../ground/json/value.js";
import { makeRegistry } from "../../specs/example-input.js";
import { type ObjectPlace, walkObjects } from "../../specs/values-in.js";
import { collectChoices } from "./mentions.js";
import { findValues, type Specimen } from "./specimen.js";

/** What a judge says about a specimen. */
interface Judgement {
  /** Two judges differ if their decisions do. */
  readonly decision: string;
  /** Identifies how the judge came to the decision, such as by the conditions that hold. */
  readonly behavior: string;
  /** Whether the specimen is valid: a single edit of a valid one is likely to be valid too. */
  readonly isValid?: boolean;
}

export type Judge = (specimen: Specimen) => Promise<Judgement>;

/** Always decides "". Compared with it, another judge differs exactly where its own decision is not empty. */
export const INDIFFERENT: Judge = async () => ({ decision: "", behavior: "" });

async function findOccurrences(spec: CompiledSpec, specimen: Specimen): Promise<readonly Occurrence[]> {
  return (await findViolations(spec, specimen.candidate, makeRegistry(specimen))).occurrences;
}

export async function findErrors(spec: CompiledSpec, specimen: Specimen): Promise<readonly Occurrence[]> {
  return (await findViolations(spec, specimen.candidate, makeRegistry(specimen))).errors;
}

export async function accepts(spec: CompiledSpec, specimen: Specimen): Promise<boolean> {
  return (await findErrors(spec, specimen)).length === 0;
}

/** A package with some of its rules, and without its shape. */
function rulesAlone(spec: CompiledSpec, rules: Readonly<Record<string, RuleSource>>): CompiledSpec {
  return adaptSpec(spec, { rules, hasShape: false });
}

/** Judges by the places where a rule is violated or, if it `comparesFixes`, also by its messages and fixes. */
export function ruleJudge(spec: CompiledSpec, name: string, rule: RuleSource, comparesFixes: boolean): Judge {
  const alone = rulesAlone(spec, { [name]: rule });
  const conditionsMet = compileConditionsMet([rule], spec);
  const fixesOf = (violation: Occurrence) =>
    violation.fixes().map(({ applicability, patch }) => [applicability, patch]);
  return async (specimen) => {
    const violations = (await findOccurrences(alone, specimen)).filter(({ code }) => code === name);
    const inWords = violations.map((violation) => {
      const { path, severity } = violation;
      return JSON.stringify([path, severity, ...(comparesFixes ? [violation.message(), fixesOf(violation)] : [])]);
    });
    return {
      decision: inWords.sort().join(),
      behavior: `${conditionsMet(specimen)} ${Math.min(violations.length, 2)}`,
    };
  };
}

/** Judges by a whole package: whether the specimen is valid. The behavior is the code of the error. */
export function versionJudge(spec: CompiledSpec): Judge {
  return async (specimen) => {
    const errors = await findErrors(spec, specimen);
    const isValid = errors.length === 0;
    return { decision: isValid ? "valid" : "invalid", behavior: describeBehavior(errors), isValid };
  };
}

/** The code of the errors. Specimens with several codes share one behavior, because they are hardly worth editing. */
export function describeBehavior(errors: readonly Occurrence[]): string {
  const codes = new Set(errors.map(({ code }) => code));
  return codes.size > 1 ? "many" : [...codes].join();
}

/** The comparisons that hold in the conditions of rules, and the table entries that are picked, as a string. */
export function compileConditionsMet(
  rules: readonly RuleSource[],
  { source }: CompiledSpec,
): (from: Specimen) => string {
  const { data, declarations = {} } = source.settings;
  // Comparisons below `params` are about items.
  const isOfCandidate = ({ object, pointer }: ObjectPlace) => "operator" in object && !pointer.includes("/params/");
  const comparisons = rules.flatMap(({ when }) => [...walkObjects(when)]).filter(isOfCandidate);
  const holds = comparisons.map(({ object }) =>
    compileCondition(object as unknown as Comparison, data, "candidate", ""),
  );
  const choices = rules.flatMap(({ when, check }) => collectChoices([when, check], data, declarations));
  const picked = (candidate: Json) =>
    choices.flatMap(({ selector, keys }) =>
      [...new Set(findValues(selector, candidate).map(String))].filter((value) => keys.has(value)).sort(),
    );
  return ({ candidate }) => {
    const subject = makeSubject(candidate);
    return [...holds.map((isMet) => (isMet(subject) ? "1" : "0")), ...picked(candidate)].join("");
  };
}
