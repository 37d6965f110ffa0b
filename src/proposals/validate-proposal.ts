import type { CompiledSpec } from "../engine/compile-spec.js";
import { inDocumentOrder } from "../engine/document-order.js";
import { type Diagnostic, fillRoom, MAX_DIAGNOSTICS, RESULT_LIMIT, selectMostImportant } from "../engine/evaluate.js";
import { findViolations } from "../engine/inspect.js";
import { shortPath } from "../engine/problem.js";
import type { Repair } from "../engine/repair/repair.js";
import { applyPatch } from "../ground/json/patch.js";
import { Room } from "../ground/json/room.js";
import type { Json, JsonObject } from "../ground/json/value.js";
import type { Registry } from "../ground/registry/registry.js";
import { excerpt } from "../ground/text/quote.js";
import { VERSION_RETIRES } from "../specs/built-in-codes.js";
import type { Domain } from "../specs/catalog.js";
import { readDates, specPackageUrl } from "../specs/explain/describe-spec.js";
import { byVersion } from "../specs/names.js";
import type { Dependencies, TargetProduct } from "./dependencies.js";
import { AppError } from "./errors/app-error.js";
import { evaluateCandidate, readSentPackage, resolveRequest } from "./evaluate-candidate.js";
import { noticeMixUps } from "./notice-mix-ups.js";
import type { ProposalRequest } from "./request.js";
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
  const { spec, target, domain } = await resolveRequest(request, dependencies);
  const registry = requiredRegistry(target, spec);
  const { candidate } = request;
  const evaluation = await evaluateCandidate(spec, candidate, target, registry, dependencies);
  const valid = evaluation.errors === 0;
  const mixUps = valid ? [] : noticeMixUps(candidate, spec, target, dependencies.catalog);
  const retirement = await findRetirement(spec, candidate, domain, registry);
  const others = [...retirement, ...evaluation.diagnostics];
  const listed = [...mixUps, ...selectMostImportant(others).slice(0, MAX_DIAGNOSTICS - mixUps.length)];
  const url = specPackageUrl(dependencies.baseUrl, spec.domainId, spec.version);
  const presented = {
    ...evaluation,
    total: evaluation.total + mixUps.length + retirement.length,
    diagnostics: listed.map((diagnostic) => ({
      ...diagnostic,
      path: shortPath(diagnostic.path),
      helpUrl: `${url}#${diagnostic.code}`,
    })),
  };
  const specPackage = { version: spec.version, digest: spec.digest, url, ...readDates(spec) };
  const head = { valid, targetProduct: target.id, domainId: spec.domainId, specPackage };
  const room = new Room(RESULT_LIMIT);
  if (listed.length > 0) room.takes(head);
  const apply = ({ patch }: Repair) => (applyPatch({ candidate }, patch) as { candidate: Json }).candidate;
  const parts = await fillRoom(presented, room, request.applyRepair ? apply : undefined);
  return { result: { ...head, ...parts }, spec, target, registry };
}

/** The registry of a target product. Throws `registry-unavailable` if it, or another one that rules ask, is missing. */
function requiredRegistry(target: TargetProduct, spec: CompiledSpec): Registry {
  const registry = target.registry.current();
  const missing = spec.registryNames.find((name) => target.registryNames?.includes(name) === false);
  if (registry !== undefined && missing === undefined) return registry;
  const detail =
    registry === undefined
      ? `the registry of "${target.id}" is not available; try again later`
      : `"${target.id}" has no registry "${missing}", which the rules of ${spec.domainId} ask; its operator can add it to the targets file`;
  throw new AppError("registry-unavailable", detail, { retryAfterSeconds: target.registry.retryAfterSeconds() });
}

/** The diagnostic that the version retires, if its end is announced, with the first error in the current version. */
async function findRetirement(
  spec: CompiledSpec,
  candidate: JsonObject,
  { current }: Domain,
  registry: Registry,
): Promise<Diagnostic[]> {
  const { retiresOn } = spec.source.settings;
  if (retiresOn === undefined) return [];
  const announced = `spec package ${spec.version} retires on ${retiresOn}`;
  const isLater = current !== undefined && byVersion(current, spec) > 0;
  const proposal = readSentPackage(candidate, spec)?.proposal ?? candidate;
  const message = isLater ? `${announced}; ${await findFirstError(current, proposal, registry)}` : announced;
  return [{ code: VERSION_RETIRES.code, severity: VERSION_RETIRES.severity, path: "", message, fixes: [] }];
}

/** A sentence about the first error of a candidate, without fixes, which would double the cost of a call. */
async function findFirstError(spec: CompiledSpec, candidate: unknown, registry: Registry): Promise<string> {
  const [first] = inDocumentOrder((await findViolations(spec, candidate, registry)).errors, candidate);
  if (first === undefined) return `${spec.version} accepts this candidate as it is`;
  return `${spec.version} would say: ${first.code} at ${excerpt(first.path)}: ${first.message()}`;
}
