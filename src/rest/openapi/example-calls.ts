import { buildProposal } from "../../proposals/build-proposal.js";
import type { Dependencies } from "../../proposals/dependencies.js";
import { exampleCandidates } from "../../proposals/example-candidates.js";
import type { ProposalRequest } from "../../proposals/request.js";
import type { BuildResult, ValidationResult } from "../../proposals/results.js";
import { validateProposal } from "../../proposals/validate-proposal.js";

export interface ExampleCalls {
  request: ProposalRequest;
  validated: ValidationResult;
  built: BuildResult;
  /** The answer to a candidate with a mistake that can be mended. */
  invalid?: ValidationResult;
}

/** The base example of the first domain with the service's own answers to it; none where nothing can be proposed yet. */
export async function exampleCalls(dependencies: Dependencies): Promise<ExampleCalls | undefined> {
  const spec = [...dependencies.specs.values()].find(({ current }) => current !== undefined)?.current;
  const target = dependencies.targets.list().find(({ domains }) => domains.includes(spec?.domainId ?? ""));
  if (spec === undefined || target === undefined) return undefined;
  // The real registry may be away, and would make the document differ from one day to the next.
  const registry = { current: () => ({ has: () => false, near: () => undefined }), retryAfterSeconds: () => 1 };
  const imagined = { ...target, registry };
  const around = { ...dependencies, targets: { list: () => [imagined], find: () => imagined } };

  const { base: candidate, changed } = exampleCandidates(spec);
  const request = { targetProduct: target.id, domainId: spec.domainId, candidate };
  const calls = {
    request,
    validated: await validateProposal(request, around),
    built: await buildProposal(request, around),
  };
  for (const mistaken of changed) {
    const invalid = await validateProposal({ ...request, candidate: mistaken }, around);
    if (!invalid.valid && invalid.repair !== undefined) return { ...calls, invalid };
  }
  return calls;
}
