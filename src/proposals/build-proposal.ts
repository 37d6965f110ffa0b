import { MAX_DIAGNOSTICS, RESULT_LIMIT } from "../engine/bounds.js";
import { buildPackage } from "../engine/build-package.js";
import type { CompiledSpec } from "../engine/compile-spec.js";
import { fitInto, selectMostImportant } from "../engine/evaluate.js";
import { check, type Verdict } from "../engine/verdict.js";
import { CANDIDATE } from "../engine/violation.js";
import type { Registry } from "../ground/registry/registry.js";
import type { Dependencies } from "./dependencies.js";
import type { ProposalRequest } from "./request.js";
import { BUILT_RESULT_LIMIT } from "./response-room.js";
import type { BuildResult, Submission, ValidationResult } from "./results.js";
import { checkProposal } from "./validate-proposal.js";

/** Validates a candidate and, if it is valid, builds its package and describes how to submit it. */
export async function buildProposal(
  request: ProposalRequest,
  dependencies: Dependencies,
): Promise<BuildResult> {
  const { result, spec, target, registry } = await checkProposal(request, dependencies);
  if (!result.valid) return result as BuildResult;
  const proposalPackage = buildPackage(spec, target.id, request.candidate);
  const verdict = await check(spec, proposalPackage.proposal, registry);
  if (verdict.errorCount > 0)
    return refusePackage(verdict, result, spec, request, registry, dependencies);
  const submission: Submission | undefined =
    target.url === undefined
      ? undefined
      : {
          method: "POST",
          url: submissionUrl(target.url),
          headers: {
            "Content-Type": "application/json",
            // Equal packages are the same proposal, whoever sends them.
            "Idempotency-Key": proposalPackage.digest.slice("sha256:".length),
          },
        };
  const built = { ...result, valid: true, proposalPackage, ...(submission && { submission }) };
  return fitInto(built as BuildResult, BUILT_RESULT_LIMIT);
}

/**
 * The result for a valid candidate whose normalized form is invalid: a fault of the spec package.
 * The errors are those of the whole candidate, because their places may not exist in the request.
 */
async function refusePackage(
  verdict: Verdict,
  result: ValidationResult,
  spec: CompiledSpec,
  { candidate }: ProposalRequest,
  registry: Registry,
  { onNormalizationError }: Dependencies,
): Promise<BuildResult> {
  const { errors, errorCount } = verdict;
  // The first one that makes the proposal invalid.
  let step = "";
  for (const stage of spec.compiled().normalizer.stages(candidate)) {
    step = stage.step;
    if ((await check(spec, stage.proposal, registry)).errorCount > 0) break;
  }
  const { domainId, version } = spec;
  const codes = [...new Set(errors.map(({ code }) => code))];
  onNormalizationError?.({ domainId, version, step, codes });
  const fault = `after the normalize step "${step}" of spec package ${version}, which is a fault of that package`;
  const diagnostics = errors.slice(0, MAX_DIAGNOSTICS).map((error) => ({
    code: error.code,
    severity: error.severity,
    path: CANDIDATE,
    message: `${error.message()}; ${fault}`,
    ...(error.expected !== undefined && { expected: error.expected }),
    fixes: [],
    helpUrl: `${result.specPackage.url}#${error.code}`,
  }));
  const listed = selectMostImportant([...diagnostics, ...result.diagnostics]);
  const truncated =
    result.summary.truncated || listed.length < errorCount + result.diagnostics.length;
  const { repair, repaired, ...withoutRepair } = result;
  const summary = { ...result.summary, errors: errorCount, fixable: 0, truncated };
  return fitInto({ ...withoutRepair, valid: false, summary, diagnostics: listed }, RESULT_LIMIT);
}

export function submissionUrl(targetUrl: string): string {
  return `${targetUrl}/api/proposals`;
}
