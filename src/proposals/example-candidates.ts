import type { CompiledSpec } from "../engine/compile-spec.js";
import type { ExampleSource } from "../engine/grammar.js";
import type { JsonObject } from "../json/value.js";
import { candidateOf } from "../specs/example.js";
import type { Dependencies } from "./dependencies.js";
import type { ProposalRequest } from "./request.js";

/** The candidate of the base example, and what the examples of rules make of it. */
export function exampleCandidates(spec: CompiledSpec): { base: JsonObject; changed: JsonObject[] } {
  const { spec: settings, rules, examples } = spec.source;
  const base = examples[settings.base] as ExampleSource;
  const changed = Object.values(rules).flatMap((rule) =>
    rule.examples.map((example) => candidateOf(spec, example, base) as JsonObject),
  );
  return { base: base.candidate as JsonObject, changed };
}

/** A valid request for the first target product whose domain has an example. */
export function exampleRequest({ specs, targets }: Dependencies): ProposalRequest | undefined {
  for (const { id: targetProduct, domains } of targets.list()) {
    for (const domainId of domains) {
      const source = specs.get(domainId)?.current?.source;
      const example = source?.examples[source.spec.base];
      if (example) return { targetProduct, domainId, candidate: example.candidate as JsonObject };
    }
  }
  return undefined;
}
