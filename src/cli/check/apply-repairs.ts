import { applyPatch } from "../../json/patch.js";
import { AppError } from "../../proposals/app-error.js";
import type { Dependencies } from "../../proposals/dependencies.js";
import { readRequest } from "../../proposals/read-request.js";
import type { ProposalRequest } from "../../proposals/request.js";
import { resolve } from "../../proposals/resolve.js";
import type { OperationResult } from "../../proposals/results.js";

export type UseCase = (request: ProposalRequest, dependencies: Dependencies) => Promise<OperationResult>;

export interface CheckedRequest {
  readonly request: ProposalRequest;
  readonly result: OperationResult;
  /** How many patch operations were applied to the request. */
  readonly changes: number;
}

// The work for one repair is limited, so that very many errors take several rounds. Each round fixes something; this
// limit is a safeguard.
const MAX_ROUNDS = 500;

/** Checks a request. With `fix`, applies its repairs, and checks again, until none is left. */
export async function applyRepairs(
  useCase: UseCase,
  original: ProposalRequest,
  dependencies: Dependencies,
  fix: boolean,
): Promise<CheckedRequest> {
  let request = original;
  let result = await useCase(request, dependencies);
  let changes = 0;
  for (let round = 0; fix && result.repair !== undefined && round < MAX_ROUNDS; round++) {
    request = applyPatch(request, result.repair.patch) as ProposalRequest;
    changes += result.repair.patch.length;
    result = await useCase(request, dependencies);
  }
  return { request, result, changes };
}

/** Applies the repair of what is around a candidate, and says how many patch operations that took. */
export async function repairEnvelope(
  body: unknown,
  dependencies: Dependencies,
): Promise<{ readonly body: unknown; readonly changes: number }> {
  try {
    resolve(await readRequest(body, dependencies), dependencies);
    return { body, changes: 0 };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { patch = [] } = error.details.repair ?? {};
    return { body: applyPatch(body, patch), changes: patch.length };
  }
}
