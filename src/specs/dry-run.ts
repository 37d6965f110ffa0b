import type { Registry } from "../engine/check.js";
import type { CompiledSpec } from "../engine/compile-spec.js";
import { evaluate } from "../engine/evaluate.js";
import { equal, isObject, type Json } from "../engine/json.js";
import type { NormalizeStep } from "../engine/normalize.js";
import { applyPatch, type Operation } from "../engine/patch.js";
import { parent } from "../engine/pointer.js";
import { RegistryIndex } from "../engine/registry-index.js";
import type { RuleExample, RuleSource } from "../engine/rule.js";
import type { Fault } from "./faults.js";
import { lintRule, selects } from "./lint-rule.js";
import type { SpecExample } from "./read-package.js";

/**
 * Runs every example of the package. A rule that its own examples do not show at work does not load. Where some rules are
 * faulty, the others are still held to their own examples; whole examples need all the rules.
 */
export async function dryRun(spec: CompiledSpec, sound: boolean): Promise<Fault[]> {
  const faults: Fault[] = [];
  const folder = `${spec.domainId}/${spec.version}`;
  const { examples, spec: settings } = spec.source;
  const base = examples[settings.base] as unknown as SpecExample;
  const whole = Object.entries(examples) as unknown as [string, SpecExample][];
  const shown = whole.map(([, example]) => example.candidate);
  for (const [name, example] of sound ? whole : []) {
    const report = reporter(faults, `${folder}/examples/${name}.json`);
    await attempt(report, () => runExample(spec, example, report));
    if (name === settings.base && example.diagnostics.length > 0) {
      report("/diagnostics", "the base example must pass without a remark");
    }
  }
  const compiled = new Set(spec.rules.map(({ name }) => name));
  for (const rule of spec.source.rules.filter(({ name }) => compiled.has(name))) {
    const report = reporter(faults, `${folder}/rules/${rule.name}.json`);
    const candidates = [...shown];
    for (const [index, example] of rule.examples.entries()) {
      const inExample: Report = (pointer, detail) => report(`/examples/${index}${pointer}`, detail);
      const patched = await attempt(inExample, () =>
        runRuleExample(spec, rule, sound ? example : withoutFix(example), base, inExample),
      );
      if (patched !== undefined) candidates.push(patched);
    }
    lintRule(rule, candidates, settings.data, report);
  }
  lintNormalize(settings.normalize, shown, reporter(faults, `${folder}/spec.json`));
  return faults;
}

/** How far a fix can be trusted is proven with all the rules. */
function withoutFix({ fix, ...example }: RuleExample): RuleExample {
  return example;
}

/** A rule that throws is the maintainer's to mend: nothing else runs here. */
async function attempt<T>(report: Report, run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    report("", `the rules cannot be run on it: ${(error as Error).message}`);
    return undefined;
  }
}

function lintNormalize(steps: readonly NormalizeStep[], candidates: readonly Json[], report: Report): void {
  for (const [index, step] of steps.entries()) {
    const places = [step.at].flat().map((at) => ({ at: step.step === "default" ? parent(at) : at, pointer: "at" }));
    if (isObject(step.by) && typeof step.by.candidate === "string")
      places.push({ at: step.by.candidate, pointer: "by" });
    for (const { at, pointer } of places) {
      if (selects(at, candidates)) continue;
      report(
        `/normalize/${index}/${pointer}`,
        `"${at}" selects nothing in any example; correct it, or add an example that has it`,
      );
    }
  }
}

type Report = (pointer: string, detail: string) => void;

function reporter(faults: Fault[], file: string): Report {
  return (pointer, detail) => faults.push({ file, pointer, detail });
}

async function runExample(spec: CompiledSpec, example: SpecExample, report: Report): Promise<void> {
  const { diagnostics, valid } = await evaluate(spec, example.candidate, registryOf(example));
  const found = diagnostics.map(({ code, path }) => `${code} at ${relative(path)}`).sort();
  const expected = example.diagnostics.map(({ code, path }) => `${code} at ${path || "the candidate"}`).sort();
  if (!equal(found, expected)) report("/diagnostics", `expected ${list(expected)}, but found ${list(found)}`);
  if (!valid) return;
  const proposal = spec.normalizer.whole(example.candidate);
  if (!equal(spec.normalizer.whole(proposal), proposal))
    report("/candidate", "normalizing it twice is not the same as once");
  if (!(await evaluate(spec, proposal, registryOf(example))).valid)
    report("/candidate", "it is valid, but not when normalized");
  if (example.proposal !== undefined && !equal(proposal, example.proposal)) {
    report("/proposal", `normalizing gives ${JSON.stringify(proposal)}`);
  }
}

/** Gives the patched candidate, for the search for pointers that select nothing. */
async function runRuleExample(
  spec: CompiledSpec,
  rule: RuleSource,
  example: RuleExample,
  base: SpecExample,
  report: Report,
): Promise<Json | undefined> {
  let candidate: Json;
  try {
    candidate = applyPatch(base.candidate, example.patch as unknown as Operation[]) as Json;
  } catch (error) {
    report("/patch", `the patch does not apply to the base example: ${(error as Error).message}`);
    return undefined;
  }
  const { diagnostics } = await evaluate(spec, candidate, registryOf(example.registry ? example : base));
  const own = diagnostics.filter(({ code }) => code === rule.name);
  const found = own.map(({ path }) => relative(path)).sort();
  const expected = example.violations.map((path) => path || "the candidate").sort();
  if (!equal(found, expected)) report("/violations", `expected ${list(expected)}, but found ${list(found)}`);
  const fix = own[0]?.fixes[0]?.applicability ?? "none";
  if (example.fix !== undefined && example.fix !== fix)
    report("/fix", `expected ${example.fix}, but the first fix is ${fix}`);
  return candidate;
}

function registryOf({ registry = [] }: { registry?: string[] }): Registry {
  return RegistryIndex.of(registry);
}

function relative(path: string): string {
  return path.slice("/candidate".length) || "the candidate";
}

function list(items: readonly string[]): string {
  return items.length === 0 ? "none" : items.join(", ");
}
