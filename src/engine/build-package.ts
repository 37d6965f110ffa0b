import { digest } from "../ground/json/digest.js";
import type { Json } from "../ground/json/value.js";
import type { CompiledSpec } from "./compile-spec.js";

export interface ProposalPackage {
  formatVersion: "1";
  targetProduct: string;
  domainId: string;
  specPackage: { version: string; digest: string };
  proposal: Json;
  digest: string;
}

/**
 * Builds the package of a valid candidate. The same candidate gives the same bytes everywhere, and
 * building a package from the proposal in a package changes nothing.
 */
export function buildPackage(
  spec: CompiledSpec,
  targetProduct: string,
  candidate: Json,
): ProposalPackage {
  const content = {
    formatVersion: "1" as const,
    targetProduct,
    domainId: spec.domainId,
    specPackage: { version: spec.version, digest: spec.digest },
    proposal: spec.compiled().normalizer.whole(candidate),
  };
  return { ...content, digest: digest(content) };
}
