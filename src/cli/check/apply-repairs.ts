import { applyPatch, type Operation } from "../../json/patch.js";
import { AppError } from "../../proposals/app-error.js";
import type { Dependencies } from "../../proposals/dependencies.js";
import { readRequest } from "../../proposals/read-request.js";
import { resolve } from "../../proposals/resolve.js";

/**
 * A safeguard: each round fixes something. Many errors take several rounds, because the work for one repair is limited.
 */
const MAX_ROUNDS = 500;

/** Checks a value, applies its repair, and checks again, until there is no repair. Counts the applied operations. */
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

/** Applies the repair of the envelope around a candidate. Counts the applied operations. */
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
