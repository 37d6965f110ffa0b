import type { CompiledSpec } from "../engine/compile-spec.js";
import { CLEAN, type Evaluation, findProblems } from "../engine/evaluate.js";
import { listOpenErrors, type Repair } from "../engine/repair/repair.js";
import { applyPatch } from "../ground/json/patch.js";
import type { Room } from "../ground/json/room.js";
import { isObject, type JsonObject } from "../ground/json/value.js";
import type { Registry } from "../ground/registry/registry.js";
import type { Dependencies, TargetProduct } from "./dependencies.js";
import { AppError, toOpenErrors } from "./errors/app-error.js";
import { withPackageSize } from "./package-size.js";
import type { ProposalRequest } from "./request.js";
import { joinRepairs, NO_REPAIR, type Resolved, repairNames, tryResolve, unknownDomain } from "./resolve.js";
import { roomBesideErrors } from "./response-room.js";

type Options = Pick<Dependencies, "pause" | "isKnownPortable" | "isClean">;

/** Finds the problems of a candidate and of its package. */
export async function evaluateCandidate(
  spec: CompiledSpec,
  candidate: JsonObject,
  target: TargetProduct,
  registry: Registry,
  options: Options,
): Promise<Evaluation> {
  const evaluation = await evaluateContent(spec, candidate, target, registry, options);
  return withPackageSize(evaluation, spec, candidate, target, options);
}

async function evaluateContent(
  spec: CompiledSpec,
  candidate: JsonObject,
  target: TargetProduct,
  registry: Registry,
  options: Options,
): Promise<Evaluation> {
  if (options.isClean) return CLEAN;
  // A whole request that was sent as its candidate, perhaps in a wrapper, repeats the target product.
  const isRequest = [candidate, ...Object.values(candidate)].some(
    (value) => isObject(value) && Object.hasOwn(value, "targetProduct"),
  );
  const requestValues = isRequest ? { targetProduct: target.id } : {};
  return findProblems(spec, candidate, registry, { ...options, requestValues });
}

/**
 * Finds the spec package and the target product that a request names. Throws the error of an unknown name together with
 * the repair of the whole request.
 */
export async function resolveRequest(request: ProposalRequest, dependencies: Dependencies): Promise<Resolved> {
  const resolved = tryResolve(request, dependencies);
  if (!(resolved instanceof AppError)) return resolved;
  const { details } = resolved;
  const repair = await joinCandidateRepair(NO_REPAIR, request, dependencies, roomBesideErrors(details.errors));
  if (repair.patch.length === 0) throw resolved;
  throw new AppError(resolved.code, resolved.detail, { ...details, repair });
}

/**
 * Joins the repair of an envelope with the repairs of its names and its candidate, so one response repairs
 * as much as there is room for. Without a known domain or a candidate, the repair of the envelope is returned.
 */
export async function joinCandidateRepair(
  envelope: Repair,
  body: unknown,
  dependencies: Dependencies,
  room: Room,
): Promise<Repair> {
  const request = applyPatch(body, envelope.patch);
  if (!isObject(request) || !isObject(request.candidate)) return envelope;
  const { domainId, targetProduct, specVersion = "" } = request;
  if (![domainId, targetProduct, specVersion].every((name) => typeof name === "string")) {
    const unknown = unknownDomain(domainId, dependencies.catalog);
    const open = toOpenErrors("unknown-domain", unknown);
    return joinRepairs(envelope, { ...NO_REPAIR, remaining: unknown.length, open });
  }
  const { repair, resolved } = repairNames(request as unknown as ProposalRequest, dependencies);
  const repaired = joinRepairs(envelope, repair);
  const registry = resolved?.target.registry.current();
  if (resolved === undefined || registry === undefined) return repaired;
  const { spec, target } = resolved;
  const { pause } = dependencies;
  const evaluation = await evaluateCandidate(spec, request.candidate, target, registry, { pause });
  room.takes(repaired);
  return joinRepairs(repaired, await findRepairOrNone(evaluation, room));
}

/** The repair of a candidate, even if it changes nothing. */
async function findRepairOrNone({ errors, diagnostics, findRepair }: Evaluation, room: Room): Promise<Repair> {
  const { repair } = await findRepair(room);
  return repair ?? { patch: [], remaining: errors, complete: true, open: listOpenErrors(diagnostics) };
}
