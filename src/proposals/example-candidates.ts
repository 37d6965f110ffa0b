import type { CompiledSpec } from "../engine/compile-spec.js";
import { evaluate } from "../engine/evaluate.js";
import type { RuleExample } from "../engine/grammar.js";
import type { Json, JsonObject } from "../json/value.js";
import { EMPTY_REGISTRY } from "../registry/registry.js";
import { candidateOf } from "../specs/example-input.js";
import type { Dependencies } from "./dependencies.js";
import type { ProposalRequest } from "./request.js";

/** The example request with an error that the service can fix; without an error if no rule has such an example. */
export async function flawedRequest(dependencies: Dependencies): Promise<ProposalRequest | undefined> {
  const request = exampleRequest(dependencies);
  const spec = request && dependencies.specs.get(request.domainId)?.current;
  return spec && { ...request, candidate: (await flawedCandidate(spec, 1)) as JsonObject };
}

/** A valid request for the first target product whose domain has an example. */
export function exampleRequest({ specs, targets }: Dependencies): ProposalRequest | undefined {
  for (const { id: targetProduct, domains } of targets.list()) {
    for (const domainId of domains) {
      const source = specs.get(domainId)?.current?.source;
      const example = source?.examples[source.settings.base];
      if (example) return { targetProduct, domainId, candidate: example.candidate as JsonObject };
    }
  }
  return undefined;
}

/** The base example with errors of some rules, all of which one repair fixes; undefined if there is no example. */
export async function flawedCandidate(spec: CompiledSpec, maxFlaws = 4): Promise<Json | undefined> {
  const { examples, rules, settings } = spec.source;
  const base = examples[settings.base];
  if (base === undefined) return undefined;
  let candidate = base.candidate;
  let flaws = 0;
  for (const rule of Object.values(rules)) {
    if (flaws === maxFlaws) break;
    const example = rule.examples.find(isFixable);
    const changed = example && candidateOf(spec, example, { ...base, candidate });
    if (changed === undefined) continue;
    // Two changes may contradict each other.
    const { repair, summary, diagnostics } = await evaluate(spec, changed, EMPTY_REGISTRY);
    if (repair?.remaining !== 0 || summary.errors <= flaws) continue;
    // A fix that needs a review would contradict the safe repair.
    const isSafe = diagnostics.every(({ fixes }) => fixes.every((fix) => fix.applicability === "machine-applicable"));
    if (!isSafe) continue;
    candidate = changed;
    flaws++;
  }
  return candidate;
}

function isFixable({ violations = [], fix, registry }: RuleExample): boolean {
  return violations.length > 0 && fix === "machine-applicable" && registry === undefined;
}
