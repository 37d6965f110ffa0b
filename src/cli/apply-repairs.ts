import { applyPatch } from "../json/patch.js";
import type { Dependencies } from "../proposals/dependencies.js";
import type { ProposalRequest } from "../proposals/request.js";
import type { BuildResult } from "../proposals/results.js";

export type UseCase = (request: ProposalRequest, dependencies: Dependencies) => Promise<BuildResult>;

export interface Judged {
  readonly request: ProposalRequest;
  readonly result: BuildResult;
  /** How many operations of repairs were applied to the request. */
  readonly changes: number;
}

// A repair is made of the diagnostics that are shown, as far as they can be proven in about 30 ms: a long list of slips
// takes many rounds. Each solves something, so that this bound is only for the day when one does not.
const MOST_ROUNDS = 500;

/** The verdict on a request; with `fix`, on the request as far as it can be repaired without its author. */
export async function judge(
  useCase: UseCase,
  asked: ProposalRequest,
  dependencies: Dependencies,
  fix: boolean,
): Promise<Judged> {
  let request = asked;
  let result = await useCase(request, dependencies);
  let changes = 0;
  for (let round = 0; fix && result.repair !== undefined && round < MOST_ROUNDS; round++) {
    request = applyPatch(request, result.repair.patch) as ProposalRequest;
    changes += result.repair.patch.length;
    result = await useCase(request, dependencies);
  }
  return { request, result, changes };
}
