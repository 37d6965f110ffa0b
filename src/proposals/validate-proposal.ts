import { RESULT_LIMIT } from "../engine/bounds.js";
import type { CompiledSpec } from "../engine/compile-spec.js";
import { type Diagnostic, fitInto, selectMostImportant } from "../engine/evaluate.js";
import { shortPath } from "../engine/violation.js";
import { applyPatch } from "../ground/json/patch.js";
import type { Json } from "../ground/json/value.js";
import type { Registry } from "../ground/registry/registry.js";
import { VERSION_RETIRES } from "../specs/built-in-codes.js";
import type { Domain } from "../specs/catalog.js";
import { readAnnouncedDates, specPackageUrl } from "../specs/explain/describe-spec.js";
import { byVersion } from "../specs/names.js";
import type { Dependencies, TargetProduct } from "./dependencies.js";
import { AppError } from "./errors/app-error.js";
import { evaluateCandidate, resolveRequest } from "./evaluate-candidate.js";
import type { ProposalRequest } from "./request.js";
import type { ValidationResult } from "./results.js";

export async function validateProposal(
  request: ProposalRequest,
  dependencies: Dependencies,
): Promise<ValidationResult> {
  return (await checkProposal(request, dependencies)).result;
}

/** Returns the result, and what a build needs besides it. */
export async function checkProposal(
  request: ProposalRequest,
  dependencies: Dependencies,
): Promise<{
  result: ValidationResult;
  spec: CompiledSpec;
  target: TargetProduct;
  registry: Registry;
}> {
  const { spec, target, domain } = await resolveRequest(request, dependencies);
  const registry = requiredRegistry(target, spec);
  const { candidate } = request;
  const evaluated = await evaluateCandidate(spec, candidate, target, registry);
  const { valid, summary, repair } = evaluated;
  const retirement = findRetirement(spec, domain);
  const others = [...retirement, ...evaluated.diagnostics];
  const listed = selectMostImportant(others);
  const url = specPackageUrl(dependencies.baseUrl, spec.domainId, spec.version);
  const specPackage = {
    version: spec.version,
    digest: spec.digest,
    url,
    ...readAnnouncedDates(spec),
  };
  const result: ValidationResult = {
    valid,
    targetProduct: target.id,
    domainId: spec.domainId,
    specPackage,
    summary: { ...summary, truncated: summary.truncated || listed.length < others.length },
    diagnostics: listed.map((diagnostic) => ({
      ...diagnostic,
      path: shortPath(diagnostic.path),
      helpUrl: `${url}#${diagnostic.code}`,
    })),
    ...(repair && { repair }),
    ...(repair &&
      request.applyRepair && {
        repaired: (applyPatch({ candidate }, repair.patch) as { candidate: Json }).candidate,
      }),
  };
  // Measuring a result without diagnostics would take as long as the rest of it.
  return {
    result: listed.length === 0 ? result : fitInto(result, RESULT_LIMIT),
    spec,
    target,
    registry,
  };
}

/** Throws `registry-unavailable` if the registry, or another one that rules ask, is missing. */
function requiredRegistry(target: TargetProduct, spec: CompiledSpec): Registry {
  const registry = target.registry.current();
  const missing = spec.registryNames.find((name) => target.registryNames?.includes(name) === false);
  if (registry !== undefined && missing === undefined) return registry;
  const detail =
    registry === undefined
      ? `the registry of "${target.id}" is not available; try again later`
      : `"${target.id}" has no registry "${missing}", which the rules of ${spec.domainId} ask; its operator can add it to the targets file`;
  throw new AppError("registry-unavailable", detail, {
    retryAfterSeconds: target.registry.retryAfterSeconds(),
  });
}

/** The diagnostic that the version retires, if its end is announced. */
function findRetirement(spec: CompiledSpec, { current }: Domain): Diagnostic[] {
  const { retiresOn } = spec.source.settings;
  if (retiresOn === undefined) return [];
  const isLater = current !== undefined && byVersion(current, spec) > 0;
  const message = `spec package ${spec.version} retires on ${retiresOn}${isLater ? `; validate against ${current.version}` : ""}`;
  const { code, severity } = VERSION_RETIRES;
  return [{ code, severity, path: "", message, fixes: [] }];
}
