import { applyPatch, type Operation } from "../../json/patch.js";
import { AppError } from "../../proposals/app-error.js";
import type { Dependencies } from "../../proposals/dependencies.js";
import { readRequest } from "../../proposals/read-request.js";
import type { ProposalRequest } from "../../proposals/request.js";
import { resolve } from "../../proposals/resolve.js";
import type { OperationResult } from "../../proposals/results.js";

export type UseCase = (request: ProposalRequest, dependencies: Dependencies) => Promise<OperationResult>;

// The work for one repair is limited, so that very many errors take several rounds. Each round fixes something; this
// limit is a safeguard.
const MAX_ROUNDS = 500;

/** Checks a value, applies its repair, and checks again, until there is none. Says how many operations that took. */
export async function untilRepaired<
  Value,
  Result extends { readonly repair?: { readonly patch: readonly Operation[] } },
>(
  original: Value,
  check: (value: Value) => Promise<Result>,
): Promise<{ readonly value: Value; readonly result: Result; readonly changes: number }> {
  let value = original;
  let result = await check(value);
  let changes = 0;
  for (let round = 0; result.repair !== undefined && round < MAX_ROUNDS; round++) {
    value = applyPatch(value, result.repair.patch) as Value;
    changes += result.repair.patch.length;
    result = await check(value);
  }
  return { value, result, changes };
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
