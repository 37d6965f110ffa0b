import { type CompiledSpec, withoutShape, withRules } from "../../engine/compile-spec.js";
import { compileCondition } from "../../engine/condition.js";
import type { Comparison, RuleSource } from "../../engine/grammar.js";
import { decide, type Inspected, inspect, isClean } from "../../engine/inspect.js";
import { isError, type Problem } from "../../engine/problem.js";
import type { Json } from "../../json/value.js";
import { registryOf } from "../example.js";
import { type ObjectPlace, objectsIn } from "../objects-in.js";
import type { Judge } from "./find-difference.js";
import { choicesIn } from "./mentions.js";
import { type Trial, valuesAt } from "./trial.js";

/** The problems of the last trial of each package, because several functions ask for them after two judges differ. */
const lastProblems = new WeakMap<CompiledSpec, { readonly trial: Trial; readonly problems: readonly Problem[] }>();

/** Packages made for a narrow judge, which skips the check that strings are portable: whole packages make it later. */
const narrowSpecs = new WeakSet<CompiledSpec>();

export async function problemsIn(spec: CompiledSpec, trial: Trial): Promise<readonly Problem[]> {
  const last = lastProblems.get(spec);
  if (last?.trial === trial) return last.problems;
  return decideTrial(spec, trial, inspectTrial(spec, trial));
}

function inspectTrial(spec: CompiledSpec, trial: Trial): Inspected {
  return inspect(spec, trial.candidate, registryOf(trial), { isPortable: narrowSpecs.has(spec) });
}

async function decideTrial(spec: CompiledSpec, trial: Trial, found: Inspected): Promise<readonly Problem[]> {
  const problems = isClean(spec, found) ? [] : await decide(spec, found);
  lastProblems.set(spec, { trial, problems });
  return problems;
}

/** Whether a trial is valid. Rules are decided only if the shape accepts the trial. */
export async function accepts(spec: CompiledSpec, trial: Trial): Promise<boolean> {
  const last = lastProblems.get(spec);
  if (last?.trial === trial) return !last.problems.some(isError);
  const found = inspectTrial(spec, trial);
  return !found.problems.some(isError) && !(await decideTrial(spec, trial, found)).some(isError);
}

export async function errorsIn(spec: CompiledSpec, trial: Trial): Promise<Problem[]> {
  return (await problemsIn(spec, trial)).filter(isError);
}

/** A package with some of its rules and its shape. Judging by it costs a fraction of the whole. */
export function narrowed(spec: CompiledSpec, rules: Readonly<Record<string, RuleSource>>): CompiledSpec {
  const narrow = withRules(spec, rules);
  narrowSpecs.add(narrow);
  return narrow;
}

/** A package with some of its rules, and without its shape. */
export function rulesAlone(spec: CompiledSpec, rules: Readonly<Record<string, RuleSource>>): CompiledSpec {
  const alone = withoutShape(withRules(spec, rules));
  narrowSpecs.add(alone);
  return alone;
}

/** Judges by the places where a rule is violated or, if it `comparesFixes`, also by its messages and fixes. */
export function ruleJudge(spec: CompiledSpec, name: string, rule: RuleSource, comparesFixes: boolean): Judge {
  const alone = rulesAlone(spec, { [name]: rule });
  const traceConditions = conditionTrace([rule], spec);
  const fixesOf = (problem: Problem) => problem.fixes().map(({ applicability, patch }) => [applicability, patch]);
  return async (trial) => {
    const own = (await problemsIn(alone, trial)).filter(({ code }) => code === name);
    const violations = own.map((problem) =>
      JSON.stringify([problem.path, problem.severity, ...(comparesFixes ? [problem.message(), fixesOf(problem)] : [])]),
    );
    return { verdict: violations.sort().join(), trace: `${traceConditions(trial)} ${Math.min(own.length, 2)}` };
  };
}

/** Judges by a whole package: whether the trial is valid. The trace is the code of the error. */
export function versionJudge(spec: CompiledSpec): Judge {
  return async (trial) => {
    const errors = await errorsIn(spec, trial);
    const isValid = errors.length === 0;
    return { verdict: isValid ? "valid" : "invalid", trace: traceOf(errors), isValid };
  };
}

/** The code of the errors. Trials with several codes share one trace, because they are hardly worth editing. */
export function traceOf(errors: readonly Problem[]): string {
  const codes = new Set(errors.map(({ code }) => code));
  return codes.size > 1 ? "many" : [...codes].join();
}

/** A trace of the comparisons that hold in the conditions of rules, and of the table entries that are picked. */
export function conditionTrace(rules: readonly RuleSource[], { source }: CompiledSpec): (trial: Trial) => string {
  const { data } = source.spec;
  // Comparisons below `params` are about items.
  const isOfCandidate = ({ object, pointer }: ObjectPlace) => "operator" in object && !pointer.includes("/params/");
  const comparisons = rules.flatMap(({ when }) => [...objectsIn(when)]).filter(isOfCandidate);
  const holds = comparisons.map(({ object }) =>
    compileCondition(object as unknown as Comparison, data, "candidate", ""),
  );
  const choices = rules.flatMap(({ when, check }) => choicesIn([when, check], data, source.spec.declarations ?? {}));
  const picked = (candidate: Json) =>
    choices.flatMap(({ selector, keys }) =>
      [...new Set(valuesAt(selector, candidate).map(String))].filter((value) => keys.has(value)).sort(),
    );
  return ({ candidate }) => [...holds.map((isMet) => (isMet(candidate) ? "1" : "0")), ...picked(candidate)].join("");
}
