import type { CompiledSpec } from "../engine/compile-spec.js";
import { evaluate } from "../engine/evaluate.js";
import { AppError } from "./app-error.js";
import { fitAnswer } from "./fit-answer.js";
import type { ProposalRequest } from "./request.js";
import { resolve } from "./resolve.js";
import type { ValidationResult } from "./results.js";
import { type Surroundings, specPackageUrl, type TargetProduct } from "./surroundings.js";

export async function validateProposal(
  request: ProposalRequest,
  surroundings: Surroundings,
): Promise<ValidationResult> {
  return (await judge(request, surroundings)).result;
}

export async function judge(
  request: ProposalRequest,
  surroundings: Surroundings,
): Promise<{ result: ValidationResult; spec: CompiledSpec; target: TargetProduct }> {
  const { spec, target } = resolve(request, surroundings);
  const registry = target.registry.current();
  if (registry === undefined) {
    const retryAfterSeconds = target.registry.retryAfterSeconds();
    throw new AppError("registry-unavailable", `the registry of "${target.id}" is not available`, {
      retryAfterSeconds,
    });
  }
  const { valid, summary, diagnostics, repair } = await evaluate(spec, request.candidate, registry);
  const url = specPackageUrl(surroundings.baseUrl, spec.domainId, spec.version);
  const result = {
    valid,
    targetProduct: target.id,
    domainId: spec.domainId,
    specPackage: { version: spec.version, digest: spec.digest, url },
    summary,
    diagnostics: diagnostics.map((diagnostic) => ({ ...diagnostic, helpUrl: `${url}#${diagnostic.code}` })),
    ...(repair && { repair }),
  };
  return { result: fitAnswer(result), spec, target };
}
