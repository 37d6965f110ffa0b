import { buildPackage } from "../engine/build-package.js";
import { type Answer, evaluate } from "../engine/evaluate.js";
import { isPortable } from "../engine/problems/portability.js";
import { JSON_MAX_DEPTH } from "../ground/json/scanner.js";
import { isEqual, isObject, type Json } from "../ground/json/value.js";
import type { Registry } from "../ground/registry/registry.js";
import { quote } from "../ground/text/quote.js";
import type { Catalog } from "../specs/catalog.js";

export interface Verification {
  verified: boolean;
  /** Why this is not the package that assay would have built. */
  reasons: string[];
  /** The verdict on its proposal, if the spec package is loaded. */
  verdict?: Answer;
}

/** Whether a value is as shallow as a request: deeper ones could overflow the stack. */
function isShallow(value: unknown, levels = JSON_MAX_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((child) => isShallow(child, levels - 1));
}

/** Checks a package with the rules that it was built with. */
export async function verifyPackage(
  catalog: Catalog,
  received: unknown,
  registry: Registry,
): Promise<Verification> {
  const { domainId, specPackage, targetProduct, proposal } = isObject(received) ? received : {};
  const { version, digest } = isObject(specPackage) ? specPackage : {};
  if (
    typeof domainId !== "string" ||
    typeof version !== "string" ||
    typeof targetProduct !== "string"
  ) {
    return { verified: false, reasons: ["it is not a proposal package"] };
  }
  if (!isShallow(received) || !isPortable(received)) {
    const reason =
      "it is nested too deeply, or contains a value that canonical JSON cannot represent";
    return { verified: false, reasons: [reason] };
  }
  // A draft may still change, and a retired version no longer builds packages.
  const spec = catalog
    .get(domainId)
    ?.versions.find(
      (loaded) => loaded.version === version && loaded.source.settings.status === "released",
    );
  if (spec === undefined) {
    return {
      verified: false,
      reasons: [`no released spec package ${quote(version)} of ${quote(domainId)} is loaded`],
    };
  }
  const verdict = await evaluate(spec, proposal, registry);
  const reasons: string[] = [];
  if (digest !== spec.digest) reasons.push("it was built with different rules of the same version");
  if (!verdict.valid) reasons.push("its proposal is not valid");
  else if (!isEqual(buildPackage(spec, targetProduct, proposal as Json), received)) {
    reasons.push("its content does not match its digest, or is not in normal form");
  }
  return { verified: reasons.length === 0, reasons, verdict };
}
