import { type CompiledSpec, withRequestFacts } from "../engine/compile-spec.js";
import { type Diagnostic, type Evaluated, evaluate, type InTurn } from "../engine/evaluate.js";
import { openErrors, type Repair } from "../engine/repair/repair.js";
import { applyPatch, type Operation, withPaths } from "../json/patch.js";
import { isObject, type JsonObject } from "../json/value.js";
import type { Registry } from "../registry/registry.js";
import { CANDIDATE_IS_PACKAGE } from "../specs/version-codes.js";
import { quote } from "../text/quote.js";
import { AppError, MAX_LISTED } from "./app-error.js";
import type { Dependencies, TargetProduct } from "./dependencies.js";
import { isKnownPortable, type ProposalRequest } from "./request.js";
import { NO_REPAIR, repairOf, resolve, tryResolve } from "./resolve.js";

/** Evaluates a candidate, or the proposal of a package that was sent in its place. */
export async function evaluateCandidate(
  spec: CompiledSpec,
  candidate: JsonObject,
  target: TargetProduct,
  registry: Registry,
  inTurn: InTurn | undefined,
): Promise<Evaluated> {
  const sent = packageIn(candidate, spec);
  if (sent) return evaluatePackage(spec, sent, registry, inTurn);
  // A whole request in the place of its candidate says again what it is for.
  const isRequest = Object.hasOwn(candidate, "targetProduct");
  const said = isRequest ? withRequestFacts(spec, { targetProduct: target.id }) : spec;
  return evaluate(said, candidate, registry, { isPortable: isKnownPortable(candidate), inTurn });
}

/**
 * The repair of an envelope with that of its names and of the candidate in it, so that one answer repairs all. Without
 * a domain or a candidate to look at, that of the envelope alone.
 */
export async function thenRepairCandidate(
  envelope: Repair,
  body: unknown,
  dependencies: Dependencies,
): Promise<Repair> {
  const request = applyPatch(body, envelope.patch);
  if (!isObject(request) || !isObject(request.candidate)) return envelope;
  const { domainId, targetProduct, specVersion = "" } = request;
  if (![domainId, targetProduct, specVersion].every((name) => typeof name === "string")) return envelope;
  const named = tryResolve(request as unknown as ProposalRequest, dependencies);
  const repaired = joined(envelope, named instanceof AppError ? repairOf(named) : NO_REPAIR);
  if (repaired.remaining > envelope.remaining) return repaired;
  const { spec, target } = resolve(applyPatch(body, repaired.patch) as ProposalRequest, dependencies);
  const registry = target.registry.current();
  if (registry === undefined) return repaired;
  const candidate = request.candidate as JsonObject;
  const evaluated = await evaluateCandidate(spec, candidate, target, registry, dependencies.inTurn);
  const { summary, diagnostics, repair } = evaluated;
  const unrepaired = { patch: [], remaining: summary.errors, complete: true, open: openErrors(diagnostics) };
  return joined(repaired, repair ?? unrepaired);
}

function joined(one: Repair, next: Repair): Repair {
  return {
    patch: [...one.patch, ...next.patch],
    remaining: one.remaining + next.remaining,
    complete: one.complete && next.complete,
    open: [...one.open, ...next.open].slice(0, MAX_LISTED),
  };
}

/** An error about names, with the repair of the candidate added to theirs. */
export async function withCandidateRepair(
  error: AppError,
  request: ProposalRequest,
  dependencies: Dependencies,
): Promise<AppError> {
  if (error.details.repair === undefined) return error;
  const repair = await thenRepairCandidate(NO_REPAIR, request, dependencies);
  return new AppError(error.code, error.detail, { ...error.details, repair });
}

/** A proposal package that was sent in place of a candidate. */
interface SentPackage {
  readonly version: string;
  readonly proposal: JsonObject;
  /** Where the proposal is. */
  readonly path: string;
}

/** Undefined for a candidate, which may have properties of these names if its shape says so. */
export function packageIn(candidate: JsonObject, { source }: CompiledSpec): SentPackage | undefined {
  // A package is submitted in a property of its own.
  const isWrapped = isObject(candidate.proposalPackage);
  const { formatVersion, specPackage, proposal } = (isWrapped ? candidate.proposalPackage : candidate) as JsonObject;
  if (typeof formatVersion !== "string" || !isObject(specPackage) || !isObject(proposal)) return undefined;
  const { version } = specPackage;
  const { properties = {} } = source.shape;
  const [place, known] = isWrapped
    ? ["/candidate/proposalPackage/proposal", "proposalPackage"]
    : ["/candidate/proposal", "proposal"];
  if (typeof version !== "string" || Object.hasOwn(properties as JsonObject, known)) return undefined;
  return { version, proposal: proposal as JsonObject, path: place };
}

/** All problems of the proposal in the package, where it is. The repair takes it out and repairs it. */
export async function evaluatePackage(
  spec: CompiledSpec,
  { version, proposal, path: from }: SentPackage,
  registry: Registry,
  inTurn?: InTurn,
): Promise<Evaluated> {
  const { summary, diagnostics, repair } = await evaluate(spec, proposal, registry, { inTurn });
  const unwrap: Operation = { op: "move", from, path: "/candidate" };
  const migrate = version === spec.version ? "" : `; for whole files, run: assay migrate --to ${spec.version}`;
  const isPackage: Diagnostic = {
    code: CANDIDATE_IS_PACKAGE.code,
    severity: CANDIDATE_IS_PACKAGE.severity,
    path: "/candidate",
    message: `the candidate is a whole package, built with ${quote(version)}; send its "proposal" instead${migrate}`,
    fixes: [{ title: "Take the proposal out of the package", applicability: "machine-applicable", patch: [unwrap] }],
  };
  return {
    valid: false,
    summary: { ...summary, errors: summary.errors + 1, fixable: summary.fixable + 1 },
    diagnostics: [isPackage, ...diagnostics.map((diagnostic) => inPackage(diagnostic, from))],
    repair: {
      patch: [unwrap, ...(repair?.patch ?? [])],
      remaining: repair?.remaining ?? summary.errors,
      complete: repair?.complete ?? true,
      open: repair?.open ?? openErrors(diagnostics),
    },
  };
}

/** The diagnostic about a proposal at another place. */
function inPackage({ path, fixes, ...diagnostic }: Diagnostic, place: string): Diagnostic {
  const moved = (pointer: string) => place + pointer.slice("/candidate".length);
  return {
    ...diagnostic,
    path: moved(path),
    fixes: fixes.map((fix) => ({ ...fix, patch: fix.patch.map((one) => withPaths(one, moved)) })),
  };
}
