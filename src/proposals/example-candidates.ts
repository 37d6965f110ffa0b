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

/** The example request with an error that the service can fix, if a rule has such an example. */
export function flawedRequest(dependencies: Dependencies): ProposalRequest | undefined {
  const request = exampleRequest(dependencies);
  const spec = request && dependencies.specs.get(request.domainId)?.current;
  if (request === undefined || spec === undefined) return request;
  const { rules, examples, spec: settings } = spec.source;
  const [flaw] = Object.values(rules).flatMap((rule) =>
    rule.examples.filter(({ fix }) => fix === "machine-applicable"),
  );
  const candidate = flaw && candidateOf(spec, flaw, examples[settings.base] as ExampleSource);
  return candidate === undefined ? request : { ...request, candidate: candidate as JsonObject };
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
