import type { CompiledSpec } from "../../engine/compile-spec.js";
import { evaluate } from "../../engine/evaluate.js";
import type { ExampleSource } from "../../engine/grammar.js";
import { equal, type Json } from "../../json/value.js";
import type { Registry } from "../../registry/registry.js";
import { registryOf } from "../example.js";
import type { Found } from "../file-error.js";

/**
 * Runs a whole example: its diagnostics, its proposal, and what normalizing makes of it. One that is inherited cannot
 * list the warnings of rules that came later.
 */
export async function tryExample(
  spec: CompiledSpec,
  example: ExampleSource,
  isBase: boolean,
  isInherited: boolean,
): Promise<Found[]> {
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
  const errors: Found[] = [];
  if (!equal(found.toSorted(), expected.toSorted()))
    errors.push({ pointer: "/diagnostics", detail: `expected ${listed(expected)}, but found ${listed(found)}` });
  else if (isBase && expected.length > 0)
    errors.push({ pointer: "/diagnostics", detail: "the base example must pass without a diagnostic; correct it" });
  if (!valid && example.proposal !== undefined)
    errors.push({ pointer: "/proposal", detail: "the candidate is invalid, and has no proposal; remove it" });
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
