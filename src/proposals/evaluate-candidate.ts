import { type CompiledSpec, withSaid } from "../engine/compile-spec.js";
import { type Evaluated, evaluate, type InTurn } from "../engine/evaluate.js";
import { openIn, type Repair } from "../engine/repair/repair.js";
import { applyPatch } from "../json/patch.js";
import { isObject, type JsonObject } from "../json/value.js";
import type { Registry } from "../registry/registry.js";
import { AppError, MAX_LISTED, openOf } from "./app-error.js";
import type { Dependencies, TargetProduct } from "./dependencies.js";
import { evaluatePackage, packageIn } from "./evaluate-package.js";
import { isKnownPortable } from "./portable-candidates.js";
import type { ProposalRequest } from "./request.js";
import { resolve } from "./resolve.js";

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
  const said = isRequest ? withSaid(spec, { targetProduct: target.id }) : spec;
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
  const named = joined(envelope, nameRepair(request as unknown as ProposalRequest, dependencies));
  if (named.remaining > envelope.remaining) return named;
  const { spec, target } = resolve(applyPatch(body, named.patch) as ProposalRequest, dependencies);
  const registry = target.registry.current();
  if (registry === undefined) return named;
  const candidate = request.candidate as JsonObject;
  const evaluated = await evaluateCandidate(spec, candidate, target, registry, dependencies.inTurn);
  const { summary, diagnostics, repair } = evaluated;
  const unrepaired = { patch: [], remaining: summary.errors, complete: true, open: openIn(diagnostics) };
  return joined(named, repair ?? unrepaired);
}

function joined(one: Repair, next: Repair): Repair {
  return {
    patch: [...one.patch, ...next.patch],
    remaining: one.remaining + next.remaining,
    complete: one.complete && next.complete,
    open: [...one.open, ...next.open].slice(0, MAX_LISTED),
  };
}

const NONE: Repair = { patch: [], remaining: 0, complete: true, open: [] };

/** How to correct the names of domain, product and version. */
function nameRepair(request: ProposalRequest, dependencies: Dependencies): Repair {
  try {
    resolve(request, dependencies);
    return NONE;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { errors = [], repair } = error.details;
    return repair ?? { ...NONE, remaining: errors.length, open: openOf(error.code, errors) };
  }
}

/** Adds the repair of the candidate to that of the names in its request. */
export async function withCandidateRepair(
  error: unknown,
  request: ProposalRequest,
  dependencies: Dependencies,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.details.repair === undefined) return error;
  const repair = await thenRepairCandidate(NONE, request, dependencies);
  return new AppError(error.code, error.detail, { ...error.details, repair });
}
