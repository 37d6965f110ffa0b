import { digest } from "../json/digest.js";
import type { Json } from "../json/value.js";
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
 * Pure: the same valid candidate and spec package give the same bytes everywhere, and packing a proposal again
 * changes nothing.
 */
export function buildPackage(spec: CompiledSpec, targetProduct: string, candidate: Json): ProposalPackage {
  const content = {
    formatVersion: "1" as const,
    targetProduct,
    domainId: spec.domainId,
    specPackage: { version: spec.version, digest: spec.digest },
    proposal: spec.normalizer.whole(candidate),
  };
  return { ...content, digest: digest(content) };
}
