import { packProposal } from "../engine/package.js";
import type { ProposalRequest } from "./request.js";
import type { BuildResult } from "./results.js";
import type { Surroundings } from "./surroundings.js";
import { judge } from "./validate-proposal.js";

/** The validation result, and for a valid candidate the package with all that its submission needs. */
export async function buildProposal(request: ProposalRequest, surroundings: Surroundings): Promise<BuildResult> {
  const { result, spec, target } = await judge(request, surroundings);
  if (!result.valid) return result;
  const proposalPackage = packProposal(spec, target.id, request.candidate);
  return {
    ...result,
    proposalPackage,
    submission: {
      method: "POST",
      url: submissionUrl(target.url),
      headers: {
        "Content-Type": "application/json",
        // The same package is the same proposal, whoever sends it how often.
        "Idempotency-Key": proposalPackage.digest.slice("sha256:".length),
      },
    },
  };
}

export function submissionUrl(targetUrl: string): string {
  return `${targetUrl}/api/proposals`;
}
