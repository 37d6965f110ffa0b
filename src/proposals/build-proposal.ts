import { MAX_DIAGNOSTICS, RESULT_LIMIT } from "../engine/bounds.js";
import { buildPackage, type ProposalPackage } from "../engine/build-package.js";
import type { CompiledSpec } from "../engine/compile-spec.js";
import { fitInto, selectMostImportant } from "../engine/evaluate.js";
import { check, type Verdict } from "../engine/verdict.js";
import { CANDIDATE } from "../engine/violation.js";
import type { Json } from "../ground/json/value.js";
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
  const submission =
    target.url === undefined ? {} : { submission: submissionTo(target.url, proposalPackage) };
  return fitInto(
    { ...result, valid: true, proposalPackage, ...submission } as BuildResult,
    BUILT_RESULT_LIMIT,
  );
}

function submissionTo(targetUrl: string, { digest }: ProposalPackage): Submission {
  return {
    method: "POST",
    url: submissionUrl(targetUrl),
    headers: {
      "Content-Type": "application/json",
      // Equal packages are the same proposal, regardless of who sends them and how often.
      "Idempotency-Key": digest.slice("sha256:".length),
    },
  };
}

/**
 * The result for a valid candidate whose normalized form is invalid, which is a fault of the spec
 * package. The errors are reported for the whole candidate, because their places may not exist in
 * the request.
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
  const step = await faultyStep(spec, candidate, registry);
  const { domainId, version } = spec;
  onNormalizationError?.({
    domainId,
    version,
    step,
    codes: [...new Set(errors.map(({ code }) => code))],
  });
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

/** The first step of `normalize` that makes the proposal invalid. */
async function faultyStep(
  spec: CompiledSpec,
  candidate: Json,
  registry: Registry,
): Promise<string> {
  let last = "";
  for (const { step, proposal } of spec.compiled().normalizer.stages(candidate)) {
    last = step;
    if ((await check(spec, proposal, registry)).errorCount > 0) break;
  }
  return last;
}

export function submissionUrl(targetUrl: string): string {
  return `${targetUrl}/api/proposals`;
}
