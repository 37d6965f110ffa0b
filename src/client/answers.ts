import type { ErrorDetails } from "../proposals/app-error.js";
import type { ErrorCode } from "../proposals/error-codes.js";
import type { ProposalRequest as SentRequest } from "../proposals/request.js";

/** A candidate is any object that can be sent as JSON. */
export type ProposalRequest = Omit<SentRequest, "candidate"> & { candidate: object };

/** The answer of the service in place of a result (RFC 9457). */
export interface Problem extends Pick<ErrorDetails, "errors" | "moreErrors" | "repair"> {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  requestId: string;
}

/** A call without a result: refused by the service, or by something in front of it, such as a proxy. */
export class CallError extends Error {
  override readonly name = "CallError";

  constructor(
    readonly status: number,
    /** Undefined if the answer does not come from the service, but from a proxy, for example. */
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
  return new CallError(response.status, problem, secondsIn(response.headers));
}

/** `Retry-After` in seconds or, by a proxy, as a date. */
function secondsIn(headers: Headers): number | undefined {
  const retryAfter = headers.get("retry-after");
  if (retryAfter === null) return undefined;
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter);
  // Relative to the clock of the sender, if the response has a date.
  const seconds = Math.ceil((Date.parse(retryAfter) - (Date.parse(headers.get("date") ?? "") || Date.now())) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
