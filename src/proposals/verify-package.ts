import { isDeepStrictEqual } from "node:util";
import type { Registry } from "../engine/check.js";
import { type Evaluated, evaluate } from "../engine/evaluate.js";
import { isObject, type Json } from "../engine/json.js";
import { packProposal } from "../engine/package.js";
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
  if (!isObject(received) || !isObject(received.specPackage))
    return { verified: false, reasons: ["it is not a proposal package"] };
  const { domainId, specPackage, targetProduct, proposal } = received;
  const spec = specs.get(String(domainId))?.versions.find(({ version }) => version === specPackage.version);
  if (spec === undefined)
    return { verified: false, reasons: [`no spec package ${domainId} ${specPackage.version} is loaded`] };
  const verdict = await evaluate(spec, proposal, registry);
  const reasons: string[] = [];
  if (specPackage.digest !== spec.digest) reasons.push("it was built with other rules under the same version");
  if (!verdict.valid) reasons.push("its proposal is not valid");
  else if (!isDeepStrictEqual(packProposal(spec, String(targetProduct), proposal as Json), received)) {
    reasons.push("its content does not match its digest, or is not in normal form");
  }
  return { verified: reasons.length === 0, reasons, verdict };
}
