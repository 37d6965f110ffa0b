import type { CompiledSpec } from "../engine/compile-spec.js";
import type { RuleExample } from "../engine/rules/compile-rule.js";
import { applyPatch, type Operation } from "../json/patch.js";
import type { Json } from "../json/value.js";
import type { Fault, Report } from "./faults.js";
import { lintDefaults, lintSteps } from "./lint-normalize.js";
import { lintRule } from "./lint-rule.js";
import type { PackageFiles, SpecExample } from "./read-package.js";
import { attempt, registryOf, runExample, runRuleExamples } from "./run-examples.js";

/**
 * Runs every example of the package. A rule that its own examples do not show at work does not load. Where some parts are
 * faulty, rules are still held to their own examples; whole examples need a `decisive` spec, in which nothing is missing.
 */
export async function dryRun(spec: CompiledSpec, files: PackageFiles, decisive: boolean): Promise<Fault[]> {
  const faults: Fault[] = [];
  const inFile = (name: string): Report => {
    const file = `${spec.domainId}/${spec.version}/${name}`;
    return (pointer, detail) => faults.push({ file, pointer, detail });
  };
  const { normalize, base: baseName } = spec.source.spec;
  for (const [name, file] of decisive ? files.examples : []) {
    const example = file.sound<SpecExample>();
    if (example === undefined) continue;
    const report = inFile(`examples/${name}.json`);
    await attempt("", report, () => runExample(spec, example, report));
    if (name === baseName && example.diagnostics.length > 0) {
      report("/diagnostics", "the base example must pass without a remark");
    }
  }
  const baseFile = files.examples.get(baseName);
  const shown = baseFile && [...files.examples.values()].map((file) => file.sound<Json>("/candidate"));
  // Text steps come before judging: without them, other violations may be found.
  const base = files.spec.sound("/normalize") === undefined ? undefined : baseFile?.sound<SpecExample>();
  const compiled = new Set(spec.rules.map(({ name }) => name));
  for (const [name, file] of files.rules) {
    const report = inFile(`rules/${name}.json`);
    const candidates = patchAll(baseFile?.sound("/candidate"), file.sound("/examples"), report);
    const rule = spec.source.rules.find((rule) => rule.name === name && compiled.has(name));
    if (base && rule && candidates && file.sound("/event/params"))
      await runRuleExamples(spec, rule, candidates, base, decisive, report);
    lintRule(file, allOf(shown, candidates), files.spec.sound("/data"), report);
  }
  const report = inFile("spec.json");
  const candidates = allOf(shown);
  if (candidates !== undefined) lintSteps(normalize, candidates, report);
  if (base && files.schema.sound() !== undefined) {
    await attempt("/normalize", report, () => lintDefaults(spec, base.candidate, registryOf(base), report));
  }
  return faults;
}

/** Every candidate that the examples show; nothing where one cannot be had: it may have what no other has. */
function allOf(...groups: (readonly (Json | undefined)[] | undefined)[]): Json[] | undefined {
  const all = groups.flatMap((group) => group ?? [undefined]);
  return all.some((candidate) => candidate === undefined) ? undefined : (all as Json[]);
}

/** The candidates of a rule's examples, by number; nothing where the patch does not apply. */
function patchAll(
  base: Json | undefined,
  examples: readonly RuleExample[] | undefined,
  report: Report,
): (Json | undefined)[] | undefined {
  if (base === undefined) return undefined;
  return examples?.map(({ patch }, index) => {
    try {
      return applyPatch(base, patch as unknown as Operation[]) as Json;
    } catch (error) {
      const detail = `the patch does not apply to the base example: ${(error as Error).message}`;
      report(`/examples/${index}/patch`, detail);
      return undefined;
    }
  });
}
