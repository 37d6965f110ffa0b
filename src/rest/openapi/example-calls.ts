import type { ExampleSource } from "../../engine/grammar.js";
import type { JsonObject } from "../../json/value.js";
import { buildProposal } from "../../proposals/build-proposal.js";
import type { Dependencies } from "../../proposals/dependencies.js";
import type { ProposalRequest } from "../../proposals/request.js";
import type { BuildResult, ValidationResult } from "../../proposals/results.js";
import { validateProposal } from "../../proposals/validate-proposal.js";
import { candidateOf } from "../../specs/trial/try-rule.js";

export interface ExampleCalls {
  request: ProposalRequest;
  validated: ValidationResult;
  built: BuildResult;
  /** The result for a candidate with a fixable error. */
  invalid?: ValidationResult;
}

/**
 * The base example of the first domain, with the service's own results for it; undefined if nothing can be proposed.
 */
export async function exampleCalls(dependencies: Dependencies): Promise<ExampleCalls | undefined> {
  const spec = [...dependencies.specs.values()].find(({ current }) => current !== undefined)?.current;
  const target = dependencies.targets.list().find(({ domains }) => domains.includes(spec?.domainId ?? ""));
  if (spec === undefined || target === undefined) return undefined;
  // An empty registry: the real one may be down, and its changes would change the document.
  const registry = { current: () => ({ has: () => false, near: () => undefined }), retryAfterSeconds: () => 1 };
  const exampleTarget = { ...target, registry };
  const withExample = { ...dependencies, targets: { list: () => [exampleTarget], find: () => exampleTarget } };

  const base = spec.source.examples[spec.source.spec.base] as ExampleSource;
  const candidate = base.candidate as JsonObject;
  const request = { targetProduct: target.id, domainId: spec.domainId, candidate };
  const calls = {
    request,
    validated: await validateProposal(request, withExample),
    built: await buildProposal(request, withExample),
  };
  for (const example of Object.values(spec.source.rules).flatMap(({ examples }) => examples)) {
    const changed = { ...request, candidate: candidateOf(spec, example, base) as JsonObject };
    const invalid = await validateProposal(changed, withExample);
    if (!invalid.valid && invalid.repair !== undefined) return { ...calls, invalid };
  }
  return calls;
}
