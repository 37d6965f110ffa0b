import { buildPackage } from "../engine/build-package.js";
import { type Evaluated, evaluate } from "../engine/evaluate.js";
import { isPortable } from "../engine/shape/portability.js";
import { equal, isObject, type Json } from "../json/value.js";
import type { Registry } from "../registry/registry.js";
import type { Catalog } from "../specs/catalog.js";
import { quote } from "../text/quote.js";

export interface Verification {
  verified: boolean;
  /** Every reason why the package is not what assay would have built. */
  reasons: string[];
  /** The verdict on its proposal, where a spec package for it is loaded. */
  verdict?: Evaluated;
}

/** What the service reads has at most 32 levels; the package puts one more around it. */
const DEEPEST = 40;

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1));
}

/** Checks a package again with the very rules that it was built with: digest, spec package, normal form and verdict. */
export async function verifyPackage(specs: Catalog, received: unknown, registry: Registry): Promise<Verification> {
  const { domainId, specPackage, targetProduct, proposal } = isObject(received) ? received : {};
  const { version, digest } = isObject(specPackage) ? specPackage : {};
  if (typeof domainId !== "string" || typeof version !== "string" || typeof targetProduct !== "string") {
    return { verified: false, reasons: ["it is not a proposal package"] };
  }
  if (!isShallow(received, DEEPEST) || !isPortable(received)) {
    return { verified: false, reasons: ["it is nested too deep, or holds what canonical JSON cannot write"] };
  }
  // A draft may still change, and a retired version is no longer built with.
  const spec = specs
    .get(domainId)
    ?.versions.find((known) => known.version === version && known.source.spec.status === "released");
  if (spec === undefined) {
    return { verified: false, reasons: [`no released spec package ${quote(version)} of ${quote(domainId)} is loaded`] };
  }
  const verdict = await evaluate(spec, proposal, registry);
  const reasons: string[] = [];
  if (digest !== spec.digest) reasons.push("it was built with other rules under the same version");
  if (!verdict.valid) reasons.push("its proposal is not valid");
  else if (!equal(buildPackage(spec, targetProduct, proposal as Json), received)) {
    reasons.push("its content does not match its digest, or is not in normal form");
  }
  return { verified: reasons.length === 0, reasons, verdict };
}
