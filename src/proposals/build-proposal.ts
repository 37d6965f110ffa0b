import { buildPackage } from "../engine/build-package.js";
import type { Dependencies } from "./dependencies.js";
import type { ProposalRequest } from "./request.js";
import type { BuildResult } from "./results.js";
import { checkProposal } from "./validate-proposal.js";

/** The validation result and, for a valid candidate, the package and how to submit it. */
export async function buildProposal(request: ProposalRequest, dependencies: Dependencies): Promise<BuildResult> {
  const { result, spec, target } = await checkProposal(request, dependencies);
  if (!result.valid) return result;
  const proposalPackage = buildPackage(spec, target.id, request.candidate);
  return {
    ...result,
    proposalPackage,
    submission: {
      method: "POST",
      url: submissionUrl(target.url),
      headers: {
        "Content-Type": "application/json",
        // The same package is the same proposal, whoever sends it and however often.
        "Idempotency-Key": proposalPackage.digest.slice("sha256:".length),
      },
    },
  };
}

export function submissionUrl(targetUrl: string): string {
  return `${targetUrl}/api/proposals`;
}
