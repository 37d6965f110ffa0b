import type { Json, JsonObject } from "../ground/json/value.js";

interface DocumentProposal {
  readonly kind: "request" | "package" | "candidate";
  readonly domainId: Json | undefined;
  readonly candidate: Json;
}

/** Any other document than a request or a package is a candidate itself. */
export function readProposal(document: JsonObject): DocumentProposal {
  const { domainId, candidate, proposal } = document;
  if (candidate !== undefined && ("domainId" in document || "targetProduct" in document))
    return { kind: "request", domainId, candidate };
  if (proposal !== undefined && "specPackage" in document)
    return { kind: "package", domainId, candidate: proposal };
  return { kind: "candidate", domainId: undefined, candidate: document };
}
