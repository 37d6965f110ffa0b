import type { ProposalPackage } from "../engine/build-package.js";
import type { CompiledSpec } from "../engine/compile-spec.js";
import type { Answer, Diagnostic } from "../engine/evaluate.js";
import { listOpenErrors } from "../engine/repair.js";
import { CANDIDATE } from "../engine/violation.js";
import { cacheByObject } from "../ground/cache/cache-by-object.js";
import { applyPatch } from "../ground/json/patch.js";
import { byteSize, countNodes } from "../ground/json/size.js";
import type { Json } from "../ground/json/value.js";
import { PACKAGE_TOO_LARGE } from "../specs/built-in-codes.js";
import type { TargetProduct } from "./dependencies.js";
import { PACKAGE_LIMIT } from "./response-room.js";

/** The bytes of a package besides its proposal, at most. */
const HEAD_BYTES = 1024;
/** The normal form of some characters has three times their bytes: U+1D160 has 4 and becomes 12. */
const MAX_TEXT_GROWTH = 3;
/**
 * The bytes of a node at most, after that: 32 characters of its name and 32 of its text, each of up
 * to 3 bytes.
 */
const NODE_BYTES = 2 * 32 * 3 * MAX_TEXT_GROWTH + 8;

/**
 * The bytes that the defaults of a spec package add at most. Those for items of lists have no end.
 */
const findDefaultBytes = cacheByObject(({ source }: CompiledSpec) => {
  const defaults = source.settings.normalize.filter(({ step }) => step === "default");
  const sizes = defaults.map(({ at, value }) =>
    String(at).includes("*") ? Number.POSITIVE_INFINITY : byteSize([at, value]),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
});

/**
 * The bytes of the package of a proposal. Its own digest, which takes most of the time of a build,
 * is as long as others.
 */
function measurePackage(
  { domainId, version, digest }: CompiledSpec,
  targetProduct: string,
  proposal: Json,
): number {
  const specPackage = { version, digest };
  return byteSize({
    formatVersion: "1",
    targetProduct,
    domainId,
    specPackage,
    proposal,
    digest,
  } satisfies ProposalPackage);
}

/**
 * Adds an error if a candidate without errors has a package that is too large to submit, now or
 * after the repair: what is valid can be built. Where there is nobody to submit to, as for a JSON
 * Schema, any package will do.
 */
export function withPackageSize(
  evaluated: Answer,
  spec: CompiledSpec,
  candidate: Json,
  target: TargetProduct,
): Answer {
  if (target.url === undefined) return evaluated;
  const check = (value: Json): Diagnostic | undefined => {
    const room = PACKAGE_LIMIT - HEAD_BYTES - findDefaultBytes(spec);
    // Writing a candidate takes as long as parsing it, and most have few nodes.
    const maxNodes = room / NODE_BYTES;
    if (countNodes(value, Number.POSITIVE_INFINITY, maxNodes) <= maxNodes) return undefined;
    if (byteSize(value) * MAX_TEXT_GROWTH <= room) return undefined;
    const bytes = measurePackage(spec, target.id, spec.compiled().normalizer.whole(value));
    if (bytes <= PACKAGE_LIMIT) return undefined;
    const message = `the package would have ${bytes} bytes, more than ${PACKAGE_LIMIT}; send a smaller candidate`;
    return {
      code: PACKAGE_TOO_LARGE.code,
      severity: PACKAGE_TOO_LARGE.severity,
      path: CANDIDATE,
      message,
      fixes: [],
    };
  };
  const { summary, diagnostics, repair } = evaluated;
  if (summary.errors === 0) {
    const error = check(candidate);
    if (error === undefined) return evaluated;
    return {
      ...evaluated,
      valid: false,
      summary: { ...summary, errors: 1 },
      diagnostics: [error, ...diagnostics],
    };
  }
  if (repair === undefined || repair.remaining > 0) return evaluated;
  const error = check((applyPatch({ candidate }, repair.patch) as { candidate: Json }).candidate);
  if (error === undefined) return evaluated;
  return {
    ...evaluated,
    summary: { ...summary, fixable: summary.fixable - 1 },
    repair: { ...repair, remaining: 1, open: listOpenErrors([error]) },
  };
}
