import type { JsonObject } from "../ground/json/value.js";
import { makeCandidateWithErrors } from "../specs/explain/candidate-with-errors.js";
import type { Dependencies } from "./dependencies.js";
import type { ProposalRequest } from "./request.js";

/** With errors that one repair fixes, if a rule has such an example. */
export async function requestWithErrors(
  dependencies: Dependencies,
): Promise<ProposalRequest | undefined> {
  const request = exampleRequest(dependencies);
  const spec = request && dependencies.catalog.get(request.domainId)?.current;
  return spec && { ...request, candidate: (await makeCandidateWithErrors(spec)) as JsonObject };
}

/** A valid request for the first target product whose domain has an example. */
export function exampleRequest({ catalog, targets }: Dependencies): ProposalRequest | undefined {
  for (const { id: targetProduct, domains } of targets.list()) {
    for (const domainId of domains) {
      const source = catalog.get(domainId)?.current?.source;
      const example = source?.examples[source.settings.base];
      if (example) return { targetProduct, domainId, candidate: example.candidate as JsonObject };
    }
  }
  return undefined;
}
