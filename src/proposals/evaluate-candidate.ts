import { type CompiledSpec, withSaid } from "../engine/compile-spec.js";
import { type Evaluated, evaluate } from "../engine/evaluate.js";
import type { Repair } from "../engine/fixes/repair.js";
import { applyPatch } from "../json/patch.js";
import { isObject, type JsonObject } from "../json/value.js";
import type { Registry } from "../registry/registry.js";
import { AppError } from "./app-error.js";
import type { Dependencies, TargetProduct } from "./dependencies.js";
import { evaluatePackage, packageIn } from "./evaluate-package.js";
import type { ProposalRequest } from "./request.js";
import { resolve } from "./resolve.js";

/** Evaluates a candidate, or the proposal of a package that was sent in its place. */
export async function evaluateCandidate(
  spec: CompiledSpec,
  candidate: JsonObject,
  target: TargetProduct,
  registry: Registry,
): Promise<Evaluated> {
  const sent = packageIn(candidate, spec);
  if (sent) return evaluatePackage(spec, sent, registry);
  // A whole request in the place of its candidate says again what it is for.
  const isRequest = Object.hasOwn(candidate, "targetProduct");
  return evaluate(isRequest ? withSaid(spec, { targetProduct: target.id }) : spec, candidate, registry);
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
  const named = nameRepair(request as unknown as ProposalRequest, dependencies);
  const whole = {
    patch: [...envelope.patch, ...named.patch],
    remaining: envelope.remaining + named.remaining,
    complete: envelope.complete,
  };
  if (named.remaining > 0) return whole;
  const { spec, target } = resolve(applyPatch(request, named.patch) as ProposalRequest, dependencies);
  const registry = target.registry.current();
  if (registry === undefined) return whole;
  const { summary, repair } = await evaluateCandidate(spec, request.candidate as JsonObject, target, registry);
  return {
    patch: [...whole.patch, ...(repair?.patch ?? [])],
    remaining: whole.remaining + (repair?.remaining ?? summary.errors),
    complete: whole.complete && (repair?.complete ?? true),
  };
}

/** How to correct the names of domain, product and version. */
function nameRepair(request: ProposalRequest, dependencies: Dependencies): Pick<Repair, "patch" | "remaining"> {
  try {
    resolve(request, dependencies);
    return { patch: [], remaining: 0 };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { errors = [], repair } = error.details;
    return { patch: repair?.patch ?? [], remaining: repair?.remaining ?? errors.length };
  }
}

/** Adds the repair of the candidate to that of the names in its request. */
export async function withCandidateRepair(
  error: unknown,
  request: ProposalRequest,
  dependencies: Dependencies,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.details.repair === undefined) return error;
  const none: Repair = { patch: [], remaining: 0, complete: true };
  const repair = await thenRepairCandidate(none, request, dependencies);
  return new AppError(error.code, error.detail, { ...error.details, repair });
}
