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

/** Of a package besides its proposal, at most. */
const HEAD_BYTES = 1024;
/** The normal form of some characters, such as U+1D160, has three times their bytes. */
const MAX_TEXT_GROWTH = 3;
/** At most, after that: 32 characters of a name and 32 of a text, each of up to 3 bytes. */
const NODE_BYTES = 2 * 32 * 3 * MAX_TEXT_GROWTH + 8;

/** What the defaults of a spec package add at most. Those for items of lists have no end. */
const findDefaultBytes = cacheByObject(({ source }: CompiledSpec) => {
  const defaults = source.settings.normalize.filter(({ step }) => step === "default");
  const sizes = defaults.map(({ at, value }) =>
    String(at).includes("*") ? Number.POSITIVE_INFINITY : byteSize([at, value]),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
});

/**
 * Adds an error if a candidate without errors has a package that is too large to submit, now or
 * after the repair: what is valid can be built. Without anybody to submit to, any package will do.
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
    // Writing a candidate takes as long as parsing it.
    const maxNodes = room / NODE_BYTES;
    if (countNodes(value, Number.POSITIVE_INFINITY, maxNodes) <= maxNodes) return undefined;
    if (byteSize(value) * MAX_TEXT_GROWTH <= room) return undefined;
    const { domainId, version, digest } = spec;
    const proposal = spec.compiled().normalizer.whole(value);
    const bytes = byteSize({
      formatVersion: "1",
      targetProduct: target.id,
      domainId,
      specPackage: { version, digest },
      proposal,
      // As long as that of the package, which takes most of the time of a build.
      digest,
    } satisfies ProposalPackage);
    if (bytes <= PACKAGE_LIMIT) return undefined;
    const message = `the package would have ${bytes} bytes, more than ${PACKAGE_LIMIT}; send a smaller candidate`;
    const { code, severity } = PACKAGE_TOO_LARGE;
    return { code, severity, path: CANDIDATE, message, fixes: [] };
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
