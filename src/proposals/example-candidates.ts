import type { CompiledSpec } from "../engine/compile-spec.js";
import type { ExampleSource } from "../engine/grammar.js";
import type { JsonObject } from "../json/value.js";
import { candidateOf } from "../specs/example.js";

/** The candidate of the base example, and what the examples of rules make of it. */
export function exampleCandidates(spec: CompiledSpec): { base: JsonObject; changed: JsonObject[] } {
  const { spec: settings, rules, examples } = spec.source;
  const base = examples[settings.base] as ExampleSource;
  const changed = Object.values(rules).flatMap((rule) =>
    rule.examples.map((example) => candidateOf(spec, example, base) as JsonObject),
  );
  return { base: base.candidate as JsonObject, changed };
}
