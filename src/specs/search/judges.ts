import { type CompiledSpec, withRules } from "../../engine/compile-spec.js";
import { compileCondition } from "../../engine/condition.js";
import type { Comparison, Condition, RuleSource } from "../../engine/grammar.js";
import { decide, inspect, isClean } from "../../engine/inspect.js";
import type { Problem } from "../../engine/problem.js";
import { registryOf } from "../example.js";
import type { Judge } from "./find-difference.js";
import type { Trial } from "./trial.js";

/** What each package has found in the last trial: where two judges differ, others ask about it again. */
const remembered = new WeakMap<CompiledSpec, { readonly trial: Trial; readonly problems: readonly Problem[] }>();

export async function problemsIn(spec: CompiledSpec, trial: Trial): Promise<readonly Problem[]> {
  const last = remembered.get(spec);
  if (last?.trial === trial) return last.problems;
  const inspected = inspect(spec, trial.candidate, registryOf(trial), { isPortable: isNarrow.has(spec) });
  const problems = isClean(spec, inspected) ? [] : await decide(spec, inspected);
  remembered.set(spec, { trial, problems });
  return problems;
}

export async function errorsIn(spec: CompiledSpec, trial: Trial): Promise<Problem[]> {
  return (await problemsIn(spec, trial)).filter(({ severity }) => severity === "error");
}

/** Packages that do not ask whether strings are portable. */
const isNarrow = new WeakSet<CompiledSpec>();

/** A package with some of its rules, without all that every package refuses; it costs a fraction of the whole. */
export function narrowed(spec: CompiledSpec, rules: Readonly<Record<string, RuleSource>>): CompiledSpec {
  const narrow = withRules(spec, rules);
  isNarrow.add(narrow);
  return narrow;
}

/** The same without its shape. */
export function rulesAlone(spec: CompiledSpec, rules: Readonly<Record<string, RuleSource>>): CompiledSpec {
  const listLimits: CompiledSpec["listLimits"] = (candidate) => ({ candidate, problems: [], selectors: [] });
  const alone = { ...withRules(spec, rules), listLimits, shape: () => [], placeholders: () => [] };
  isNarrow.add(alone);
  return alone;
}

/** Judges by some rules alone: where they are violated. Shape and other rules are asked where two judges differ. */
export function rulesJudge(
  spec: CompiledSpec,
  rules: Readonly<Record<string, RuleSource>>,
  compared: "places" | "fixes" = "places",
): Judge {
  const alone = rulesAlone(spec, rules);
  const met = conditionTrace(Object.values(rules), spec);
  return async (trial) => {
    const own = (await problemsIn(alone, trial)).filter(({ code }) => Object.hasOwn(rules, code));
    const places = own.map((problem) => [problem.code, problem.path, problem.severity, ...said(problem, compared)]);
    const verdict = own.length === 0 ? "" : JSON.stringify(places.map((place) => JSON.stringify(place)).sort());
    return { verdict, trace: `${met(trial)} ${Math.min(own.length, 2)}` };
  };
}

function said(problem: Problem, compared: "places" | "fixes") {
  if (compared === "places") return [];
  return [problem.message(), problem.fixes().map(({ applicability, patch }) => [applicability, patch])];
}

/** Judges by a whole package: valid or not, and by which codes it is not. */
export function versionJudge(spec: CompiledSpec): Judge {
  return async (trial) => {
    const errors = await errorsIn(spec, trial);
    const isValid = errors.length === 0;
    return { verdict: isValid ? "valid" : "invalid", trace: traceOf(errors), isValid };
  };
}

/** A trial that is wrong for many reasons is a bad place to go on from. */
export function traceOf(errors: readonly Problem[]): string {
  const codes = new Set(errors.map(({ code }) => code));
  return codes.size > 1 ? "many" : [...codes].join();
}

/** Which comparisons of the conditions of rules hold: a trial that meets others than before is worth keeping. */
export function conditionTrace(rules: readonly RuleSource[], { source }: CompiledSpec): (trial: Trial) => string {
  const { data } = source.spec;
  const holds = rules
    .flatMap(({ when }) => (when === undefined ? [] : comparisonsIn(when)))
    .map((comparison) => compileCondition(comparison, data, "candidate", ""));
  return ({ candidate }) => holds.map((one) => (one(candidate) ? "1" : "0")).join("");
}

function comparisonsIn(condition: Condition): Comparison[] {
  if ("not" in condition) return comparisonsIn(condition.not);
  if ("all" in condition) return condition.all.flatMap(comparisonsIn);
  return "any" in condition ? condition.any.flatMap(comparisonsIn) : [condition];
}
