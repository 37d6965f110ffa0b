import { type CompiledSpec, withRules } from "../../engine/compile-spec.js";
import { compileCondition } from "../../engine/condition.js";
import type { Comparison, RuleSource } from "../../engine/grammar.js";
import { decide, type Inspected, inspect, isClean } from "../../engine/inspect.js";
import type { Problem } from "../../engine/problem.js";
import { valueAt } from "../../json/pointer.js";
import type { Json } from "../../json/value.js";
import { registryOf } from "../example.js";
import { type ObjectPlace, objectsIn } from "../objects-in.js";
import { placesIn } from "./edits.js";
import type { Judge } from "./find-difference.js";
import { choicesIn } from "./reads.js";
import type { Trial } from "./trial.js";

/** The problems of each package in its last trial: after two judges differ, several functions ask for them again. */
const remembered = new WeakMap<CompiledSpec, { readonly trial: Trial; readonly problems: readonly Problem[] }>();

export async function problemsIn(spec: CompiledSpec, trial: Trial): Promise<readonly Problem[]> {
  const last = remembered.get(spec);
  if (last?.trial === trial) return last.problems;
  return decided(spec, trial, inspected(spec, trial));
}

function inspected(spec: CompiledSpec, trial: Trial): Inspected {
  return inspect(spec, trial.candidate, registryOf(trial), { isPortable: isNarrow.has(spec) });
}

async function decided(spec: CompiledSpec, trial: Trial, found: Inspected): Promise<readonly Problem[]> {
  const problems = isClean(spec, found) ? [] : await decide(spec, found);
  remembered.set(spec, { trial, problems });
  return problems;
}

/** Whether a package has no error in a trial. What the shape refuses needs no decision about its rules. */
export async function accepts(spec: CompiledSpec, trial: Trial): Promise<boolean> {
  const isError = ({ severity }: Problem) => severity === "error";
  const last = remembered.get(spec);
  if (last?.trial === trial) return !last.problems.some(isError);
  const found = inspected(spec, trial);
  return !found.problems.some(isError) && !(await decided(spec, trial, found)).some(isError);
}

export async function errorsIn(spec: CompiledSpec, trial: Trial): Promise<Problem[]> {
  return (await problemsIn(spec, trial)).filter(({ severity }) => severity === "error");
}

/** Packages that are not asked whether strings are portable. */
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

/**
 * Which comparisons of the conditions of rules hold, and which entries of tables are picked: a trial that meets others
 * than before is worth keeping.
 */
export function conditionTrace(rules: readonly RuleSource[], { source }: CompiledSpec): (trial: Trial) => string {
  const { data } = source.spec;
  // Those below `params` are about items.
  const isOfCandidate = ({ object, pointer }: ObjectPlace) => "operator" in object && !pointer.includes("/params/");
  const comparisons = rules.flatMap(({ when }) => [...objectsIn(when)]).filter(isOfCandidate);
  const holds = comparisons.map(({ object }) =>
    compileCondition(object as unknown as Comparison, data, "candidate", ""),
  );
  const choices = rules.flatMap(({ when, check }) => choicesIn([when, check], data, source.spec.declarations ?? {}));
  const picked = (candidate: Json) =>
    choices.flatMap(({ selector, keys }) => {
      const values = placesIn(selector, candidate).map((path) => String(valueAt(candidate, path)));
      return [...new Set(values.filter((value) => keys.has(value)))].sort();
    });
  return ({ candidate }) => [...holds.map((one) => (one(candidate) ? "1" : "0")), ...picked(candidate)].join("");
}
