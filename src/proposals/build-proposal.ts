import { buildPackage } from "../engine/build-package.js";
import { AppError } from "./app-error.js";
import type { Dependencies } from "./dependencies.js";
import { bytesOf, fitResult, PACKAGE_LIMIT } from "./fit-result.js";
import type { ProposalRequest } from "./request.js";
import type { BuildResult } from "./results.js";
import { checkProposal } from "./validate-proposal.js";

/** The validation result and, for a valid candidate, the package and how to submit it. */
export async function buildProposal(request: ProposalRequest, dependencies: Dependencies): Promise<BuildResult> {
  const { result, spec, target } = await checkProposal(request, dependencies);
  if (!result.valid) return result as BuildResult;
  const proposalPackage = buildPackage(spec, target.id, request.candidate);
  const bytes = bytesOf(proposalPackage);
  if (bytes > PACKAGE_LIMIT) {
    const detail = `the package would have ${bytes} bytes, more than ${PACKAGE_LIMIT}; send a smaller candidate`;
    throw new AppError("body-too-large", detail);
  }
  return fitResult({
    ...result,
    valid: true,
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
  });
}

export function submissionUrl(targetUrl: string): string {
  return `${targetUrl}/api/proposals`;
}
