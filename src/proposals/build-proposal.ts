import { buildPackage } from "../engine/build-package.js";
import type { CompiledSpec } from "../engine/compile-spec.js";
import { type Evaluated, evaluate, mostImportantProblems } from "../engine/evaluate.js";
import { errorsOf } from "../engine/inspect.js";
import { CANDIDATE, isError } from "../engine/problem.js";
import { AppError } from "../errors/app-error.js";
import type { Json } from "../json/value.js";
import type { Registry } from "../registry/registry.js";
import type { Dependencies } from "./dependencies.js";
import { byteSize, fitResult, PACKAGE_LIMIT } from "./fit-result.js";
import type { ProposalRequest } from "./request.js";
import type { BuildResult, ValidationResult } from "./results.js";
import { checkProposal } from "./validate-proposal.js";

/** Validates a candidate and, if it is valid, builds its package and describes how to submit it. */
export async function buildProposal(request: ProposalRequest, dependencies: Dependencies): Promise<BuildResult> {
  const { result, spec, target, registry } = await checkProposal(request, dependencies);
  if (!result.valid) return result as BuildResult;
  const proposalPackage = buildPackage(spec, target.id, request.candidate);
  const normalized = await evaluate(spec, proposalPackage.proposal, registry, { runQueued: dependencies.runQueued });
  if (!normalized.valid) return refusePackage(normalized, result, spec, request, registry, dependencies);
  const bytes = byteSize(proposalPackage);
  if (bytes > PACKAGE_LIMIT) {
    const detail = `the package would have ${bytes} bytes, more than ${PACKAGE_LIMIT}; send a smaller candidate`;
    throw new AppError("body-too-large", detail);
  }
  return fitResult({
    ...result,
    valid: true,
    proposalPackage,
    submission: {
      method: "POST",
      url: submissionUrl(target.url),
      headers: {
        "Content-Type": "application/json",
        // Equal packages are the same proposal, regardless of who sends them and how often.
        "Idempotency-Key": proposalPackage.digest.slice("sha256:".length),
      },
    },
  });
}

/**
 * The result for a valid candidate whose normalized form is invalid, which is a fault of the spec package. The errors
 * are reported for the whole candidate, because their places may not exist in the request.
 */
async function refusePackage(
  normalized: Evaluated,
  result: ValidationResult,
  spec: CompiledSpec,
  { candidate }: ProposalRequest,
  registry: Registry,
  { onNormalizationError }: Dependencies,
): Promise<BuildResult> {
  const step = await faultyStep(spec, candidate, registry);
  const errors = normalized.diagnostics.filter(isError);
  const { domainId, version } = spec;
  onNormalizationError?.({ domainId, version, step, codes: [...new Set(errors.map(({ code }) => code))] });
  const fault = `after the normalize step "${step}" of spec package ${version}, which is a fault of that package`;
  const diagnostics = errors.map(({ code, severity, message, expected }) => ({
    code,
    severity,
    path: CANDIDATE,
    message: `${message}; ${fault}`,
    ...(expected !== undefined && { expected }),
    fixes: [],
    helpUrl: `${result.specPackage.url}#${code}`,
  }));
  const allDiagnostics = [...diagnostics, ...result.diagnostics];
  const listed = mostImportantProblems(allDiagnostics);
  const isCut = listed.length < allDiagnostics.length;
  const truncated = normalized.summary.truncated || result.summary.truncated || isCut;
  const { repair, repaired, ...withoutRepair } = result;
  return fitResult({
    ...withoutRepair,
    valid: false,
    summary: { ...result.summary, errors: normalized.summary.errors, fixable: 0, truncated },
    diagnostics: listed,
  });
}

/** The first step of `normalize` that makes the proposal invalid. */
async function faultyStep(spec: CompiledSpec, candidate: Json, registry: Registry): Promise<string> {
  let last = "";
  for (const { step, proposal } of spec.compiled().normalizer.stages(candidate)) {
    last = step;
    if ((await errorsOf(spec, proposal, registry)).length > 0) break;
  }
  return last;
}

export function submissionUrl(targetUrl: string): string {
  return `${targetUrl}/api/proposals`;
}
