import type { CompiledSpec } from "../engine/compile-spec.js";
import { evaluate } from "../engine/evaluate.js";
import type { RuleSource } from "../engine/rules/compile-rule.js";
import { equal, type Json } from "../json/value.js";
import type { Registry } from "../registry/registry.js";
import { RegistryIndex } from "../registry/registry-index.js";
import type { Report } from "./faults.js";
import { flawsWhenNormalized } from "./lint-normalize.js";
import type { SpecExample } from "./read-package.js";
import { tryFixes } from "./try-fixes.js";

export async function runExample(spec: CompiledSpec, example: SpecExample, report: Report): Promise<void> {
  const registry = registryOf(example);
  const { diagnostics, valid } = await evaluate(spec, example.candidate, registry);
  const found = diagnostics.map(({ code, path }) => `${code} at ${relative(path)}`).sort();
  const expected = example.diagnostics.map(({ code, path }) => `${code} at ${path || "the candidate"}`).sort();
  if (!equal(found, expected)) report("/diagnostics", `expected ${list(expected)}, but found ${list(found)}`);
  if (!valid) return;
  for (const flaw of await flawsWhenNormalized(spec, example.candidate, registry)) report("/candidate", flaw);
  const proposal = spec.normalizer.whole(example.candidate);
  if (example.proposal !== undefined && !equal(proposal, example.proposal)) {
    report("/proposal", `normalizing gives ${JSON.stringify(proposal)}`);
  }
}

/**
 * `candidates` are those of the rule's examples, by number; nothing where there is none. How far a fix can be trusted is
 * proven with all the rules, so that only a `decisive` spec is held to it.
 */
export async function runRuleExamples(
  spec: CompiledSpec,
  rule: RuleSource,
  candidates: readonly (Json | undefined)[],
  base: SpecExample,
  decisive: boolean,
  report: Report,
): Promise<void> {
  const failing = new Set<string>();
  for (const [index, example] of rule.examples.entries()) {
    const candidate = candidates[index];
    if (candidate === undefined) continue;
    const at = `/examples/${index}`;
    const registry = registryOf(example.registry ? example : base);
    await attempt(at, report, async () => {
      const { diagnostics } = await evaluate(spec, candidate, registry);
      const own = diagnostics.filter(({ code }) => code === rule.name);
      const found = own.map(({ path }) => relative(path)).sort();
      const expected = example.violations.map((path) => path || "the candidate").sort();
      const failures = own.length === 0 ? [] : await tryFixes(spec, rule, candidate, registry);
      const fix = own[0]?.fixes[0]?.applicability ?? "none";
      if (!equal(found, expected)) report(`${at}/violations`, `expected ${list(expected)}, but found ${list(found)}`);
      else if (decisive && failures.length === 0 && example.fix !== undefined && example.fix !== fix)
        report(`${at}/fix`, `expected ${example.fix}, but the first fix is ${fix}`);
      for (const { pointer, detail } of failures) {
        if (!failing.has(pointer)) report(pointer, `in the example "${example.title}", ${detail}; correct it`);
        failing.add(pointer);
      }
    });
  }
}

/** A rule that throws is the maintainer's to mend: nothing else runs here. */
export async function attempt(pointer: string, report: Report, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    report(pointer, `the rules cannot be run on it: ${(error as Error).message}`);
  }
}

export function registryOf({ registry = [] }: { registry?: string[] }): Registry {
  return RegistryIndex.of(registry);
}

function relative(path: string): string {
  return path.slice("/candidate".length) || "the candidate";
}

function list(items: readonly string[]): string {
  return items.length === 0 ? "none" : items.join(", ");
}
