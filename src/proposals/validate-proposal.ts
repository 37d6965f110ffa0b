import type { CompiledSpec } from "../engine/compile-spec.js";
import { mostImportant } from "../engine/evaluate.js";
import type { OpenError } from "../engine/repair/repair.js";
import { applyPatch, type Operation } from "../json/patch.js";
import { parent } from "../json/pointer.js";
import type { Json } from "../json/value.js";
import type { Registry } from "../registry/registry.js";
import { isShort } from "../text/quote.js";
import { announceRetirement } from "./announce-retirement.js";
import { AppError } from "./app-error.js";
import { type Dependencies, specPackageUrl, type TargetProduct } from "./dependencies.js";
import { datesOf } from "./describe-spec.js";
import { evaluateCandidate, packageIn, withCandidateRepair } from "./evaluate-candidate.js";
import { fitResult } from "./fit-result.js";
import type { ProposalRequest } from "./request.js";
import { tryResolve } from "./resolve.js";
import type { ValidationResult } from "./results.js";

export async function validateProposal(
  request: ProposalRequest,
  dependencies: Dependencies,
): Promise<ValidationResult> {
  return (await checkProposal(request, dependencies)).result;
}

/** Validates a proposal. Returns the result, and what a build needs besides it. */
export async function checkProposal(
  request: ProposalRequest,
  dependencies: Dependencies,
): Promise<{ result: ValidationResult; spec: CompiledSpec; target: TargetProduct; registry: Registry }> {
  const resolved = tryResolve(request, dependencies);
  if (resolved instanceof AppError) throw await withCandidateRepair(resolved, request, dependencies);
  const { spec, target, domain } = resolved;
  const registry = target.registry.current();
  if (registry === undefined) {
    const retryAfterSeconds = target.registry.retryAfterSeconds();
    const detail = `the registry of "${target.id}" is not available; try again later`;
    throw new AppError("registry-unavailable", detail, { retryAfterSeconds });
  }
  const missing = spec.registryNames.find((name) => target.registryNames?.includes(name) === false);
  if (missing !== undefined) {
    const detail = `"${target.id}" has no registry "${missing}", which the rules of ${spec.domainId} ask; its operator can add it to the targets file`;
    throw new AppError("registry-unavailable", detail, { retryAfterSeconds: target.registry.retryAfterSeconds() });
  }
  const { candidate } = request;
  const evaluated = await evaluateCandidate(spec, candidate, target, registry, dependencies.inTurn);
  const { valid, summary, repair } = evaluated;
  const { retiresOn } = spec.source.spec;
  const all =
    retiresOn === undefined
      ? evaluated.diagnostics
      : [
          await announceRetirement(
            retiresOn,
            spec,
            packageIn(candidate, spec)?.proposal ?? candidate,
            domain,
            registry,
          ),
          ...evaluated.diagnostics,
        ];
  const listed = mostImportant(all);
  const url = specPackageUrl(dependencies.baseUrl, spec.domainId, spec.version);
  const result = {
    valid,
    targetProduct: target.id,
    domainId: spec.domainId,
    specPackage: { version: spec.version, digest: spec.digest, url, ...datesOf(spec) },
    summary: { ...summary, truncated: summary.truncated || listed.length < all.length },
    diagnostics: listed.map((diagnostic) => ({
      ...diagnostic,
      path: shortPath(diagnostic.path),
      helpUrl: `${url}#${diagnostic.code}`,
    })),
    ...(repair && { repair: { ...repair, open: repair.open.map(withShortPath) } }),
    ...(repair && request.applyRepair && { repaired: repairedCandidate(request, repair.patch) }),
  };
  return { result: fitResult(result), spec, target, registry };
}

function repairedCandidate({ candidate }: ProposalRequest, patch: readonly Operation[]): Json {
  return (applyPatch({ candidate }, patch) as { candidate: Json }).candidate;
}

function withShortPath(error: OpenError): OpenError {
  return { ...error, path: shortPath(error.path) };
}

/** The path, or the nearest ancestor that is short enough to be quoted: a key may have 60,000 characters. */
function shortPath(path: string): string {
  return isShort(path) ? path : shortPath(parent(path));
}
