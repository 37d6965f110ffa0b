import { adaptSpec, type CompiledSpec } from "../../engine/compile-spec.js";
import { evaluate } from "../../engine/evaluate.js";
import type { ExampleSource, RuleSource } from "../../engine/grammar.js";
import { inCandidate, isError } from "../../engine/violation.js";
import type { FileError, Flaw } from "../../ground/files/file-error.js";
import { isWithin } from "../../ground/json/pointer.js";
import { isEqual } from "../../ground/json/value.js";
import { makeRegistry } from "../../specs/example-input.js";
import type { PackageFiles, SpecFile } from "../../specs/spec-file.js";
import { checkShapeValues } from "./check-shape-values.js";
import { findUntestedLimits } from "./find-untested-limits.js";
import { compareViolations, type FixTrial, runRuleExamples } from "./run-rule-examples.js";

const MESSAGE_OF_EXAMPLE = /^\/examples\/\d+\/message$/;

/**
 * Runs every example of a package. If it has errors, `isComplete` is false, and only the examples of
 * rules are run. Errors that only follow from an earlier one are left out.
 */
export async function runExamples(
  spec: CompiledSpec,
  files: PackageFiles,
  isComplete: boolean,
  earlier: readonly FileError[],
): Promise<FileError[]> {
  const { settings, examples, rules } = spec.source;
  const base = examples[settings.base];
  if (base === undefined) return [];
  // Nothing follows from an error in the title of a fix.
  const causes = earlier.filter((error) => !error.pointer.endsWith("/title"));
  const isUnexplained = ({ file, pointer }: FileError) =>
    !causes.some((cause) => cause.file === file && explains(cause.pointer, pointer));
  // A rule whose check has errors cannot be tried on its examples.
  const sound = Object.entries(rules).filter(([name]) => {
    const path = files.rules.get(name)?.path;
    return !earlier.some(({ file, pointer }) => file === path && isWithin(pointer, "/check"));
  });
  const errors: FileError[] = [];
  if (isComplete) {
    const run = (name: string, whole = spec) => {
      const file = files.examples.get(name) as SpecFile;
      const example = examples[name] as ExampleSource;
      const isInherited = file.overridePath !== undefined;
      return attempt(file, "", () =>
        runWholeExample(whole, example, name === settings.base, isInherited),
      );
    };
    const errorsOfBase = await run(settings.base);
    // Every example of a rule changes the base example, and would repeat its errors.
    if (errorsOfBase.length > 0) {
      const reduced = adaptSpec(spec, { rules: Object.fromEntries(sound) });
      const isDueToRules = (await run(settings.base, reduced)).length === 0;
      return isDueToRules ? [] : errorsOfBase.filter(isUnexplained);
    }
    // A whole example shows what all rules find together.
    if (sound.length === Object.keys(rules).length)
      for (const name of Object.keys(examples))
        if (name !== settings.base) errors.push(...(await run(name)));
    errors.push(...(await attempt(files.shape, "", () => checkShapeValues(spec, base))));
  }
  const soundNames = new Set(sound.map(([name]) => name));
  for (const { name } of spec.compiled().rules) {
    const file = files.rules.get(name) as SpecFile;
    if (!soundNames.has(name) || file.validValue("/examples") === undefined) continue;
    const runRule = isComplete ? testRule : compareViolations;
    errors.push(...(await attempt(file, "/examples", () => runRule(spec, name, base))));
  }
  return errors.filter(isUnexplained);
}

function explains(cause: string, pointer: string): boolean {
  return isWithin(cause, pointer) || (cause === "/message" && MESSAGE_OF_EXAMPLE.test(pointer));
}

/** Runs the examples of a rule, and demands that they show its fixes and its limits. */
async function testRule(spec: CompiledSpec, name: string, base: ExampleSource): Promise<Flaw[]> {
  const { rules } = spec.source;
  const flaws = await testRuleAmong(spec, name, base);
  if (flaws.length > 0) {
    // An example is about its own rule, so it must not fail because of a warning of another rule.
    const errors = Object.entries(rules).filter(
      ([other, { severity }]) => other === name || severity === "error",
    );
    const reduced = adaptSpec(spec, { rules: Object.fromEntries(errors) });
    if ((await testRuleAmong(reduced, name, base)).length === 0) flaws.length = 0;
  }
  if (flaws.every(({ isWarning }) => isWarning))
    for await (const flaw of findUntestedLimits(spec, name)) flaws.push(flaw);
  return flaws;
}

async function testRuleAmong(
  spec: CompiledSpec,
  name: string,
  base: ExampleSource,
): Promise<Flaw[]> {
  const { flaws, trials } = await runRuleExamples(spec, name, base);
  if (flaws.some(({ isWarning }) => !isWarning)) return flaws;
  // Whether a fix is certain depends on the engine, and so does what would prove it.
  for (const flaw of findUntestedFixes(spec.source.rules[name] as RuleSource, trials))
    flaws.push({ ...flaw, isWarning: true });
  return flaws;
}

/** Fixes that no example offers, and fixes that claim to be certain without a proof. */
function* findUntestedFixes(
  { fixes = [] }: RuleSource,
  trials: readonly FixTrial[],
): Generator<Flaw> {
  for (const [number, trial] of trials.entries()) {
    const pointer = `/fixes/${number}`;
    const isCertain = fixes[number]?.applicability === "machine-applicable";
    if (!trial.isOffered) {
      const detail =
        "no example offers this fix; correct its pointers, add an example for which it is made, or remove it";
      yield { pointer, detail };
    } else if (isCertain && !trial.isProven) {
      const detail = "no example proves this fix; add one in which it is certain, or claim less";
      yield { pointer, detail };
    }
    for (const [place, isNew] of trial.places)
      if (!isNew) {
        const detail = `what it puts in at ${place} was there in every example; add one, or remove it`;
        yield { pointer, detail };
      }
  }
}

/** Reports also an error that a rule throws: only the maintainer of the rule can correct it. */
async function attempt(
  file: SpecFile,
  pointer: string,
  run: () => Promise<Flaw[]>,
): Promise<FileError[]> {
  try {
    return (await run()).map((flaw) => file.error(flaw));
  } catch (error) {
    const detail = `the rules cannot be run: ${(error as Error).message}`;
    return [file.error({ pointer, detail })];
  }
}

/**
 * Runs a whole example: compares its diagnostics and its proposal, and normalizes it. An inherited
 * example need not list the warnings of rules that were added later.
 */
async function runWholeExample(
  spec: CompiledSpec,
  example: ExampleSource,
  isBase: boolean,
  isInherited: boolean,
): Promise<Flaw[]> {
  const flaws: Flaw[] = [];
  const add = (pointer: string, detail: string) => flaws.push({ pointer, detail });
  const registry = makeRegistry(example);
  const { diagnostics, valid } = await evaluate(spec, example.candidate, registry);
  const expected = example.diagnostics.map(({ code, path }) => describeDiagnostic(code, path));
  const actual: string[] = [];
  for (const { code, path, severity } of diagnostics) {
    const text = describeDiagnostic(code, inCandidate(path));
    if (severity === "error" || !isInherited || expected.includes(text)) actual.push(text);
  }
  if (!isEqual(actual.toSorted(), expected.toSorted())) {
    const [wanted, found] = [expected, actual].map((all) => all.join(", ") || "none");
    add("/diagnostics", `expected ${wanted}, but found ${found}`);
  } else if (isBase && expected.length > 0)
    add("/diagnostics", "the base example must pass without a diagnostic; correct it");
  if (!valid) {
    if (example.proposal !== undefined)
      add("/proposal", "an invalid candidate has no proposal; remove it");
    return flaws;
  }
  const proposal = spec.compiled().normalizer.whole(example.candidate);
  const error = (await evaluate(spec, proposal, registry)).diagnostics.find(isError);
  if (error !== undefined) {
    const where = `${error.code} at ${inCandidate(error.path)}`;
    add("/candidate", `it is valid, but not when normalized: ${where}`);
  }
  if (example.proposal !== undefined && !isEqual(proposal, example.proposal))
    add("/proposal", `normalizing gives ${JSON.stringify(proposal)}`);
  return flaws;
}

function describeDiagnostic(code: string, path: string): string {
  return `${code} at ${path || "the candidate"}`;
}
