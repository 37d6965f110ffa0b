import { applyPatch, type Operation } from "rfc6902";
import type { ProposalPackage } from "../../src/engine/build-package.js";
import type { Submission } from "../../src/proposals/results.js";
import { restClient } from "./assay-clients.js";
import { flawedRequest } from "./flawed-request.js";
import type { Neighbourhood } from "./neighbourhood.js";

export interface Built {
  key: string;
  proposalPackage: ProposalPackage;
  submission: Submission;
}

/** Builds a package that is ready to be submitted, for a new author at the given address. */
export async function buildPackage(
  { assay, issueKey }: Neighbourhood,
  { address, generatorId, description = "Tides." }: { address: string; generatorId: string; description?: string },
): Promise<Built> {
  const key = await issueKey();
  const client = restClient(assay.url, { authorization: `Bearer ${key}`, "x-forwarded-for": address });
  const request = flawedRequest(generatorId);
  const { repair } = await client.validateProposal(request);
  const described: Operation = { op: "replace", path: "/candidate/description", value: description };
  applyPatch(request, [...((repair?.patch ?? []) as Operation[]), described]);
  const { proposalPackage, submission } = await client.buildProposal(request);
  if (proposalPackage === undefined || submission === undefined) throw new Error("nothing was built");
  return { key, proposalPackage, submission };
}
