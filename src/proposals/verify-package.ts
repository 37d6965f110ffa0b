import type { Registry } from "../engine/check.js";
import { type Evaluated, evaluate } from "../engine/evaluate.js";
import { equal, isObject, type Json } from "../engine/json.js";
import { packProposal } from "../engine/package.js";
import { quote } from "../engine/quote.js";
import type { Catalog } from "../specs/catalog.js";

export interface Verification {
  verified: boolean;
  /** Every reason why the package is not what assay would have built. */
  reasons: string[];
  /** The verdict on its proposal, where a spec package for it is loaded. */
  verdict?: Evaluated;
}

/** Checks a package again with the very rules that it was built with: digest, spec package, normal form and verdict. */
export async function verifyPackage(specs: Catalog, received: unknown, registry: Registry): Promise<Verification> {
  const { domainId, specPackage, targetProduct, proposal } = isObject(received) ? received : {};
  const { version, digest } = isObject(specPackage) ? specPackage : {};
  if (typeof domainId !== "string" || typeof version !== "string" || typeof targetProduct !== "string") {
    return { verified: false, reasons: ["it is not a proposal package"] };
  }
  const spec = specs.get(domainId)?.versions.find((known) => known.version === version);
  if (spec === undefined) {
    return { verified: false, reasons: [`no spec package ${quote(version)} of ${quote(domainId)} is loaded`] };
  }
  const verdict = await evaluate(spec, proposal, registry);
  const reasons: string[] = [];
  if (digest !== spec.digest) reasons.push("it was built with other rules under the same version");
  if (!verdict.valid) reasons.push("its proposal is not valid");
  else if (!equal(packProposal(spec, targetProduct, proposal as Json), received)) {
    reasons.push("its content does not match its digest, or is not in normal form");
  }
  return { verified: reasons.length === 0, reasons, verdict };
}
