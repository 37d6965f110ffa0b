import { type CompiledSpec, withRules } from "../../engine/compile-spec.js";
import { evaluate } from "../../engine/evaluate.js";
import type { ExampleSource, RuleSource } from "../../engine/grammar.js";
import { isWithin } from "../../json/patch.js";
import { equal, type Json } from "../../json/value.js";
import type { Registry } from "../../registry/registry.js";
import { registryOf } from "../example.js";
import type { FileError, Flaw } from "../file-error.js";
import { ComparedRule } from "../search/compared-rule.js";
import { movedLimits } from "../search/mutants.js";
import type { PackageFiles, SpecFile } from "../spec-file.js";
import { type RuleTrial, tryRule } from "./try-rule.js";
import { tryValues } from "./try-values.js";

/**
 * Runs every example of a package. Where some parts have errors, rules are still held to their own examples; whole
 * examples need a `decisive` spec, in which nothing is missing. What was `found` before is not reported again as what
 * follows from it.
 */
export async function tryPackage(
  spec: CompiledSpec,
  files: PackageFiles,
  decisive: boolean,
  found: readonly FileError[],
): Promise<FileError[]> {
  // What is wrong with the title of a fix says nothing of what the fix does.
  const decides = found.filter((error) => !error.pointer.endsWith("/title"));
  const isKnown = ({ file, pointer }: FileError) =>
    decides.some((error) => error.file === file && isWithin(error.pointer, pointer));
  return (await tryAll(spec, files, decisive, found)).filter((error) => !isKnown(error));
}

async function tryAll(
  spec: CompiledSpec,
  files: PackageFiles,
  decisive: boolean,
  found: readonly FileError[],
): Promise<FileError[]> {
  const { base: baseName } = spec.source.spec;
  const base = spec.source.examples[baseName];
  const errors: FileError[] = [];
  // A rule whose check has errors cannot be held to its examples.
  const isWrong = (name: string) =>
    found.some(({ file, pointer }) => file === files.rules.get(name)?.path && isWithin(pointer, "/check"));
  if (decisive) {
    const tried = async (name: string, example: ExampleSource, whole = spec) => {
      const file = files.examples.get(name) as SpecFile;
      const isInherited = file.replaceableBy !== undefined;
      return located(file, await attempt("", () => tryExample(whole, example, name === baseName, isInherited)));
    };
    if (base !== undefined) errors.push(...(await tried(baseName, base)));
    // Every example of a rule changes the base example, and would repeat what is wrong with it.
    if (errors.length > 0) {
      const sound = Object.entries(spec.source.rules).filter(([name]) => !isWrong(name));
      const rest = withRules(spec, Object.fromEntries(sound));
      return base !== undefined && (await tried(baseName, base, rest)).length === 0 ? [] : errors;
    }
    for (const [name, example] of Object.entries(spec.source.examples))
      if (name !== baseName) errors.push(...(await tried(name, example)));
    if (base) errors.push(...located(files.shape, await attempt("", () => tryValues(spec, base))));
  }
  if (base === undefined) return errors;
  for (const { name } of spec.rules) {
    const file = files.rules.get(name) as SpecFile;
    if (isWrong(name) || file.sound("/examples") === undefined) continue;
    errors.push(...located(file, await attempt("/examples", () => tryWhole(spec, name, base, decisive))));
  }
  return errors;
}

async function tryWhole(spec: CompiledSpec, name: string, base: ExampleSource, decisive: boolean): Promise<Flaw[]> {
  const rule = spec.source.rules[name] as RuleSource;
  const foundIn = async (whole: CompiledSpec) => {
    const trial = await tryRule(whole, name, base, decisive);
    return trial.found.length > 0 || !decisive ? trial.found : [...unshownFixes(rule, trial)];
  };
  let found = await foundIn(spec);
  // An example is about this rule: a warning of another one, which no fix may add, must not fail it.
  if (decisive && found.length > 0) {
    const quiet = withRules(spec, withoutOtherWarnings(spec.source.rules, name));
    if ((await foundIn(quiet)).length === 0) found = [];
  }
  return found.length > 0 || !decisive ? found : unprovenLimits(spec, name);
}

function withoutOtherWarnings(rules: Readonly<Record<string, RuleSource>>, name: string): Record<string, RuleSource> {
  return Object.fromEntries(
    Object.entries(rules).filter(([one, { severity }]) => one === name || severity === "error"),
  );
}

/** Limits that could be off by one without a difference in any example; each once. */
async function unprovenLimits(spec: CompiledSpec, name: string): Promise<Flaw[]> {
  const compared = new ComparedRule(spec, name);
  const found = new Map<string, Flaw>();
  for (const moved of movedLimits(compared.rule, spec.source.spec.data)) {
    const { pointer, change, hint } = moved;
    const judges = found.has(pointer) ? undefined : compared.judges(moved);
    if (judges !== undefined && !(await compared.isNoticed(judges)))
      found.set(pointer, { pointer, detail: `no example notices when ${change}; ${hint}` });
  }
  return [...found.values()];
}

/** A fix that no example offers is a guess; one that claims to be certain must be proven in one. */
function* unshownFixes({ fixes = [] }: RuleSource, trial: RuleTrial): Generator<Flaw> {
  for (const [number, { applicability }] of fixes.entries()) {
    const pointer = `/fixes/${number}`;
    const { offered, proven, changes } = trial.fixes[number] as RuleTrial["fixes"][number];
    if (!offered) yield { pointer, detail: "no example offers this fix; add one for which it is made, or remove it" };
    else if (applicability === "machine-applicable" && !proven)
      yield { pointer, detail: "no example proves this fix; add one in which it is certain, or claim less" };
    for (const [place, isNew] of changes)
      if (!isNew)
        yield { pointer, detail: `what it puts in at ${place} was there in every example; add one, or remove it` };
  }
}

/** A rule that throws is the maintainer's to correct: nothing else runs here. */
async function attempt(pointer: string, run: () => Promise<Flaw[]>): Promise<Flaw[]> {
  try {
    return await run();
  } catch (error) {
    return [{ pointer, detail: `the rules cannot be run: ${(error as Error).message}` }];
  }
}

function located(file: SpecFile, found: readonly Flaw[]): FileError[] {
  return found.map((one) => file.error(one));
}

/**
 * Runs a whole example: its diagnostics, its proposal, and what normalizing makes of it. One that is inherited cannot
 * list the warnings of rules that came later.
 */
export async function tryExample(
  spec: CompiledSpec,
  example: ExampleSource,
  isBase: boolean,
  isInherited: boolean,
): Promise<Flaw[]> {
  const registry = registryOf(example);
  const { diagnostics, valid } = await evaluate(spec, example.candidate, registry);
  const expected = example.diagnostics.map(({ code, path }) => `${code} at ${path || "the candidate"}`);
  const found = diagnostics
    .map(({ code, path, severity }) => ({
      severity,
      text: `${code} at ${path.slice("/candidate".length) || "the candidate"}`,
    }))
    .filter(({ severity, text }) => severity === "error" || !isInherited || expected.includes(text))
    .map(({ text }) => text);
  const errors: Flaw[] = [];
  if (!equal(found.toSorted(), expected.toSorted()))
    errors.push({ pointer: "/diagnostics", detail: `expected ${listed(expected)}, but found ${listed(found)}` });
  else if (isBase && expected.length > 0)
    errors.push({ pointer: "/diagnostics", detail: "the base example must pass without a diagnostic; correct it" });
  if (!valid && example.proposal !== undefined)
    errors.push({ pointer: "/proposal", detail: "an invalid candidate has no proposal; remove it" });
  if (!valid) return errors;
  for (const flaw of await flawsWhenNormalized(spec, example.candidate, registry))
    errors.push({ pointer: "/candidate", detail: flaw });
  const proposal = spec.normalizer.whole(example.candidate);
  if (example.proposal !== undefined && !equal(proposal, example.proposal))
    errors.push({ pointer: "/proposal", detail: `normalizing gives ${JSON.stringify(proposal)}` });
  return errors;
}

/** What normalizing makes of a valid candidate must be valid, and stay as it is. */
async function flawsWhenNormalized(spec: CompiledSpec, candidate: Json, registry: Registry): Promise<string[]> {
  const flaws: string[] = [];
  const proposal = spec.normalizer.whole(candidate);
  if (!equal(spec.normalizer.whole(proposal), proposal)) flaws.push("normalizing it twice is not the same as once");
  const { valid, diagnostics } = await evaluate(spec, proposal, registry);
  const wrong = diagnostics.find(({ severity }) => severity === "error");
  if (!valid)
    flaws.push(`it is valid, but not when normalized: ${wrong?.code} at ${wrong?.path.slice("/candidate".length)}`);
  return flaws;
}

function listed(items: readonly string[]): string {
  return items.length === 0 ? "none" : items.join(", ");
}
