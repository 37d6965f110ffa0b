import type { ErrorDetails } from "../proposals/app-error.js";
import type { ErrorCode } from "../proposals/error-codes.js";
import type { ProposalRequest as SentRequest } from "../proposals/request.js";
import type { BuildResult, ValidationResult } from "../proposals/results.js";

/** A candidate is any object that can be sent as JSON. */
export type ProposalRequest = Omit<SentRequest, "candidate"> & { candidate: object };

/** A result with the package and how to submit it if it is valid, and with errors if it is not. */
export type Built =
  | (BuildResult & { valid: true } & Required<Pick<BuildResult, "proposalPackage" | "submission">>)
  | (ValidationResult & { valid: false; proposalPackage?: never; submission?: never });

/** What the service answers in place of a result (RFC 9457). */
export interface Problem extends Pick<ErrorDetails, "errors" | "moreErrors" | "repair"> {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  requestId: string;
}

/** A call without a result: refused by the service, or by something before it. */
export class CallError extends Error {
  override readonly name = "CallError";

  constructor(
    readonly status: number,
    /** Undefined if the answer is none of the service: that of a proxy, for example. */
    readonly problem: Problem | undefined,
    /** How long the service asked to wait. */
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(problem ? `${problem.code}: ${problem.detail}` : `the service answered with ${status}`);
  }
}

export async function toCallError(response: Response): Promise<CallError> {
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json");
  const problem = isProblem ? ((await response.json()) as Problem) : undefined;
  return new CallError(response.status, problem, secondsIn(response.headers.get("retry-after")));
}

function secondsIn(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}
