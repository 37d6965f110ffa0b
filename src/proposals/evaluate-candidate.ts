import type { CompiledSpec } from "../engine/compile-spec.js";
import { type Answer, evaluate } from "../engine/evaluate.js";
import { listOpenErrors, type Repair } from "../engine/repair.js";
import { applyPatch } from "../ground/json/patch.js";
import type { Room } from "../ground/json/room.js";
import { isObject, type Json } from "../ground/json/value.js";
import type { Registry } from "../ground/registry/registry.js";
import { outlineOf } from "../schema/outline.js";
import type { Dependencies, TargetProduct } from "./dependencies.js";
import { AppError, toOpenErrors } from "./errors/app-error.js";
import { withPackageSize } from "./package-size.js";
import type { ProposalRequest } from "./request.js";
import {
  acceptsAnyRoot,
  joinRepairs,
  NO_REPAIR,
  type Resolved,
  repairNames,
  tryResolve,
  unknownDomain,
} from "./resolve.js";
import { roomBesideErrors } from "./response-room.js";

export async function evaluateCandidate(
  spec: CompiledSpec,
  candidate: Json,
  target: TargetProduct,
  registry: Registry,
  maxRepairBytes?: number,
): Promise<Answer> {
  const answer = await evaluate(spec, candidate, registry, maxRepairBytes);
  return withPackageSize(answer, spec, candidate, target);
}

/** Finds what a request names. Throws an unknown name with the repair of the whole request. */
export async function resolveRequest(
  request: ProposalRequest,
  dependencies: Dependencies,
): Promise<Resolved> {
  const resolved = tryResolve(request, dependencies);
  if (!(resolved instanceof AppError)) {
    if (!isPackage(request.candidate, resolved.spec)) return resolved;
    const detail = 'the candidate is a whole package; send its "proposal" as the candidate';
    throw new AppError("invalid-request", detail, { errors: [{ pointer: "/candidate", detail }] });
  }
  const { details } = resolved;
  const repair = await joinCandidateRepair(
    NO_REPAIR,
    request,
    dependencies,
    roomBesideErrors(details.errors),
  );
  if (repair.patch.length === 0) throw resolved;
  throw new AppError(resolved.code, resolved.detail, { ...details, repair });
}

/** Whether a package was sent as a candidate, unless the shape has a `proposal` too. */
function isPackage(candidate: Json, { source }: CompiledSpec): boolean {
  if (!isObject(candidate) || typeof candidate.formatVersion !== "string") return false;
  if (!isObject(candidate.specPackage) || !isObject(candidate.proposal)) return false;
  const { properties } = outlineOf(source.shape);
  return !isObject(properties) || !Object.hasOwn(properties, "proposal");
}

/** Joins the repair of an envelope with those of its names and its candidate, if there is room. */
export async function joinCandidateRepair(
  envelope: Repair,
  body: unknown,
  dependencies: Dependencies,
  room: Room,
): Promise<Repair> {
  const request = applyPatch(body, envelope.patch);
  if (!isObject(request) || request.candidate === undefined) return envelope;
  if (!isObject(request.candidate) && !acceptsAnyRoot(request.domainId, dependencies.catalog))
    return envelope;
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
  room.takes(repaired);
  const {
    summary,
    diagnostics,
    repair: proven,
  } = await evaluateCandidate(
    ...([spec, request.candidate, target, registry, (room.left * 3) / 4] as const),
  );
  const ofCandidate = proven ?? {
    ...NO_REPAIR,
    remaining: summary.errors,
    open: listOpenErrors(diagnostics),
  };
  return joinRepairs(
    repaired,
    room.takes(ofCandidate) ? ofCandidate : { ...ofCandidate, patch: [], complete: false },
  );
}
