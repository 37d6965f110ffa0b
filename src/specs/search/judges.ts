import { type CompiledSpec, withRules } from "../../engine/compile-spec.js";
import { compileCondition } from "../../engine/condition.js";
import type { Comparison, Condition, RuleSource } from "../../engine/grammar.js";
import { decide, inspect, isClean } from "../../engine/inspect.js";
import type { Problem } from "../../engine/problem.js";
import { registryOf } from "../example.js";
import type { Judge } from "./find-difference.js";
import type { Trial } from "./trial.js";

export async function problemsIn(spec: CompiledSpec, { candidate, registry }: Trial): Promise<readonly Problem[]> {
  const inspected = inspect(spec, candidate, registryOf(registry));
  return isClean(spec, inspected) ? [] : decide(spec, inspected, "possible");
}

export async function errorsIn(spec: CompiledSpec, trial: Trial): Promise<Problem[]> {
  return (await problemsIn(spec, trial)).filter(({ severity }) => severity === "error");
}

/** Judges by some rules alone: where they are violated. Shape and other rules are asked where two judges differ. */
export function rulesJudge(
  spec: CompiledSpec,
  rules: Readonly<Record<string, RuleSource>>,
  compared: "places" | "fixes" = "places",
): Judge {
  const alone = { ...withRules(spec, rules), shape: () => [], placeholders: () => [] };
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
    const codes = new Set((await errorsIn(spec, trial)).map(({ code }) => code));
    // A trial that is wrong for many reasons is a bad place to go on from.
    const trace = codes.size > 1 ? "many" : [...codes].join();
    return { verdict: codes.size === 0 ? "valid" : "invalid", trace, isValid: codes.size === 0 };
  };
}

/** Remembers the last trial: what two judges differ on is asked about again. */
export function remembered(judge: Judge): Judge {
  let last: { trial: Trial; known: ReturnType<Judge> } | undefined;
  return (trial) => {
    if (last?.trial !== trial) last = { trial, known: judge(trial) };
    return last.known;
  };
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
