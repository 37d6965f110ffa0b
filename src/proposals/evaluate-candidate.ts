import type { CompiledSpec } from "../engine/compile-spec.js";
import { CLEAN, type Diagnostic, type Evaluation, findProblems, type Open } from "../engine/evaluate.js";
import { CANDIDATE, inCandidate, makeFix } from "../engine/problem.js";
import { listOpenErrors, type Repair } from "../engine/repair/repair.js";
import type { Pause } from "../engine/repair/trials.js";
import { applyPatch, type Operation, withPaths } from "../ground/json/patch.js";
import { Room } from "../ground/json/room.js";
import { isObject, type JsonObject } from "../ground/json/value.js";
import type { Registry } from "../ground/registry/registry.js";
import { quote } from "../ground/text/quote.js";
import { outlineOf } from "../schema/outline.js";
import { CANDIDATE_IS_PACKAGE } from "../specs/built-in-codes.js";
import type { Dependencies, TargetProduct } from "./dependencies.js";
import { AppError, toOpenErrors } from "./errors/app-error.js";
import { withPackageSize } from "./package-size.js";
import type { ProposalRequest } from "./request.js";
import { joinRepairs, NO_REPAIR, type Resolved, repairNames, tryResolve, unknownDomain } from "./resolve.js";
import { roomBesideErrors } from "./response-room.js";

type Options = Pick<Dependencies, "pause" | "isKnownPortable" | "isClean">;

/** Finds the problems of a candidate, or of the proposal in a package that was sent instead, and of its package. */
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
  const sent = readSentPackage(candidate, spec);
  if (sent) return evaluatePackage(spec, sent, registry, options.pause);
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

/** A proposal package that was sent in place of a candidate. */
interface SentPackage {
  readonly version: string;
  readonly proposal: JsonObject;
  /** The pointer of the proposal. */
  readonly path: string;
}

/**
 * The package that was sent as a candidate; undefined for a real candidate. Stricter than `readProposal`, because a
 * candidate may have properties of the same names, which its shape defines.
 */
export function readSentPackage(candidate: JsonObject, { source }: CompiledSpec): SentPackage | undefined {
  // A submission contains the package in a property.
  const isWrapped = isObject(candidate.proposalPackage);
  const { formatVersion, specPackage, proposal } = (isWrapped ? candidate.proposalPackage : candidate) as JsonObject;
  if (typeof formatVersion !== "string" || !isObject(specPackage) || !isObject(proposal)) return undefined;
  const { version } = specPackage;
  const { properties = {} } = outlineOf(source.shape);
  const [path, property] = isWrapped
    ? ["/candidate/proposalPackage/proposal", "proposalPackage"]
    : ["/candidate/proposal", "proposal"];
  if (typeof version !== "string" || Object.hasOwn(properties as JsonObject, property)) return undefined;
  return { version, proposal, path };
}

/** Finds the problems of the proposal in a package. The repair takes it out of the package first. */
async function evaluatePackage(
  spec: CompiledSpec,
  { version, proposal, path: from }: SentPackage,
  registry: Registry,
  pause?: Pause,
): Promise<Evaluation> {
  const evaluation = await findProblems(spec, proposal, registry, { pause });
  const unwrap: Operation = { op: "move", from, path: CANDIDATE };
  const migrate = version === spec.version ? "" : `; for whole files, run: assay migrate FILE --to ${spec.version}`;
  const packageDiagnostic: Diagnostic = {
    code: CANDIDATE_IS_PACKAGE.code,
    severity: CANDIDATE_IS_PACKAGE.severity,
    path: CANDIDATE,
    message: `the candidate is a whole package, built with ${quote(version)}; send its "proposal" instead${migrate}`,
    fixes: [makeFix("Take the proposal out of the package", true, [unwrap])],
  };
  return {
    errors: evaluation.errors + 1,
    warnings: evaluation.warnings,
    total: evaluation.total + 1,
    diagnostics: [packageDiagnostic, ...evaluation.diagnostics.map((diagnostic) => inPackage(diagnostic, from))],
    async findRepair(room) {
      const rest = new Room(room.left);
      rest.takes(unwrap);
      return { repair: joinRepairs({ ...NO_REPAIR, patch: [unwrap] }, await findRepairOrNone(evaluation, rest)) };
    },
  };
}

/** A diagnostic with its pointers moved to the place of the proposal. */
function inPackage({ findFixes, ...diagnostic }: Open<Diagnostic>, place: string): Open<Diagnostic> {
  const moved = (pointer: string) => place + inCandidate(pointer);
  return {
    ...diagnostic,
    path: moved(diagnostic.path),
    async findFixes() {
      const { fixes = [], isOmitted = false } = (await findFixes?.()) ?? {};
      const toMoved = (operation: Operation) => withPaths(operation, moved);
      return { fixes: fixes.map((fix) => ({ ...fix, patch: fix.patch.map(toMoved) })), isOmitted };
    },
  };
}
