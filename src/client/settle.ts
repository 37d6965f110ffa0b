import type { ValidationResult } from "../proposals/results.js";
import type { ProposalRequest } from "./answers.js";

type Diagnostic = ValidationResult["diagnostics"][number];

/** A candidate after all certain fixes. */
export interface Settled {
  /** Whether the candidate of `request` is valid. */
  readonly valid: boolean;
  /** The request with the repaired candidate, to be built or edited. */
  readonly request: ProposalRequest;
  /** The result for this request. */
  readonly result: ValidationResult;
  /** Errors that only the author can decide, with fixes that are suggestions. Empty if it is valid. */
  readonly open: readonly Diagnostic[];
}

/** A repair is a fixpoint, so one round is usual. */
const MAX_ROUNDS = 5;

export async function settle(
  request: ProposalRequest,
  validate: (request: ProposalRequest) => Promise<ValidationResult>,
): Promise<Settled> {
  let { applyRepair: _, ...settled } = request;
  for (let round = 1; ; round++) {
    const { repaired, ...result } = await validate({ ...settled, applyRepair: true });
    if (result.valid || repaired === undefined || round === MAX_ROUNDS) {
      const open = result.diagnostics.filter(({ severity }) => severity === "error");
      return { valid: result.valid, request: settled, result, open };
    }
    settled = { ...settled, candidate: repaired as object };
  }
}
