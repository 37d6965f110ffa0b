import type { ErrorDetails } from "../proposals/errors/app-error.js";
import type { ErrorCode } from "../proposals/errors/error-codes.js";
import type { ProposalRequest as SentRequest } from "../proposals/request.js";
import type { BuildResult, DomainList, ValidationResult } from "../proposals/results.js";
import { type ProxySigning, signCall } from "./sign-call.js";

export type { ProposalPackage } from "../engine/build-package.js";
export type { BuildResult, DomainList, Submission, ValidationResult } from "../proposals/results.js";
export type { ProxySigning } from "./sign-call.js";

/** A candidate is any object that can be sent as JSON. */
export type ProposalRequest = Omit<SentRequest, "candidate"> & { candidate: object };

/** The answer of the service in place of a result (RFC 9457). */
export interface Problem extends Pick<ErrorDetails, "errors" | "moreErrors" | "omitted" | "repair"> {
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

export interface ClientOptions {
  /** URL of the service, or of a proxy before it. */
  readonly url: string;
  /** A key of the identity service, which starts with `ai_`; none for `domains` alone. */
  readonly key?: string;
  /** Signs calls in place of a key. */
  readonly signing?: ProxySigning;
  /** How long a call may wait in total if the service asks for it (60). */
  readonly maxWaitSeconds?: number;
  /** The limit for one attempt (10 000). */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** The rate limit of the caller, as the service reports it. */
export interface Budget {
  /** The number of calls that are left. */
  readonly left: number;
  /** The number of calls in a window; undefined if a proxy leaves it out. */
  readonly limit: number | undefined;
  /** The seconds until there are more. */
  readonly resetSeconds: number;
}

/** A candidate after all certain fixes. */
export interface Settled {
  /** Whether the candidate of `request` is valid. */
  readonly valid: boolean;
  /** The request with the repaired candidate, to be built or edited. */
  readonly request: ProposalRequest;
  /** The result for this request. */
  readonly result: ValidationResult;
  /**
   * The errors that are left; empty if it is valid. Usually only the author can decide them. There are two exceptions:
   * `result.repair` is set, because five rounds were not enough, or `result.summary.omitted` has `repair`, because it
   * was too large.
   */
  readonly open: ValidationResult["diagnostics"];
}

type Sent = ProposalRequest | undefined;

const JSON_TYPE = "application/json";
/** A repair is a fixpoint, so one round is usual. */
const MAX_ROUNDS = 5;

/**
 * A client of the service, for programs and browsers. It waits where the service asks for it: before a call if none is
 * left, and after 429 and 503 as long as `Retry-After` says. Every other refusal is thrown as a `CallError`.
 */
export class Client {
  #budget: Budget | undefined;
  /** When the next call may be made, on the clock of `performance`, which a changed date does not affect. */
  #freeAt = 0;

  constructor(private readonly options: ClientOptions) {}

  /** The rate limit in the last answer that had it. */
  get budget(): Budget | undefined {
    return this.#budget;
  }

  /** The domains and target products that accept proposals. */
  domains(options: CallOptions = {}): Promise<DomainList> {
    return this.#call("listDomains", "/api/domains", undefined, options);
  }

  /** All problems of a candidate, and how to fix them. */
  validate(request: ProposalRequest, options: CallOptions = {}): Promise<ValidationResult> {
    return this.#call("validateProposal", "/api/validate", request, options);
  }

  /** The package of a valid candidate. */
  build(request: ProposalRequest, options: CallOptions = {}): Promise<BuildResult> {
    return this.#call("buildProposal", "/api/build", request, options);
  }

  /** Applies the repair until the candidate is valid, or only its author can decide what is left. */
  async settle(request: ProposalRequest, options: CallOptions = {}): Promise<Settled> {
    let { applyRepair: _, ...settled } = request;
    for (let round = 1; ; round++) {
      const { repaired, ...result } = await this.validate({ ...settled, applyRepair: true }, options);
      if (result.valid || repaired === undefined || round === MAX_ROUNDS) {
        const open = result.diagnostics.filter(({ severity }) => severity === "error");
        return { valid: result.valid, request: settled, result, open };
      }
      settled = { ...settled, candidate: repaired as object };
    }
  }

  async #call<T>(name: string, path: string, request: Sent, { signal }: CallOptions): Promise<T> {
    let patience = this.options.maxWaitSeconds ?? 60;
    for (;;) {
      const ahead = Math.max(0, this.#freeAt - performance.now()) / 1000;
      if (ahead > 0 && ahead <= patience) {
        await wait(ahead, signal);
        patience -= ahead;
      }
      const response = await this.#send(name, path, request, signal);
      if (response.ok) return (await response.json()) as T;
      const error = await toCallError(response);
      signal?.throwIfAborted();
      const seconds = error.status === 429 || error.status === 503 ? error.retryAfterSeconds : undefined;
      if (seconds === undefined || seconds > patience) throw error;
      await wait(seconds, signal);
      patience -= seconds;
    }
  }

  /** Calls an operation by its name in the API, once. */
  async #send(name: string, path: string, request: Sent, signal: AbortSignal | undefined): Promise<Response> {
    const { key, signing, timeoutMs = 10_000, fetch: send = fetch } = this.options;
    const url = new URL(this.options.url.replace(/\/+$/, "") + path);
    const [method, contentType] = request === undefined ? ["GET", ""] : ["POST", JSON_TYPE];
    const body = request === undefined ? "" : JSON.stringify(request);
    const signed = signing && (await signCall(signing, { method, url, operation: name, contentType, body }));
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await send(url, {
      method,
      headers: {
        accept: `${JSON_TYPE}, application/problem+json`,
        ...(contentType && { "content-type": contentType }),
        ...(key && { authorization: `Bearer ${key}` }),
        ...signed,
      },
      ...(request && { body }),
      // A signature is for one target, and a key for one host.
      redirect: "error",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const budget = budgetIn(response.headers);
    this.#budget = budget ?? this.#budget;
    if (budget?.left === 0) this.#freeAt = performance.now() + budget.resetSeconds * 1000;
    return response;
  }
}

/** Reads `RateLimit: "calls";r=19;t=60` and `RateLimit-Policy: "calls";q=20;w=60`; undefined without the first. */
function budgetIn(headers: Headers): Budget | undefined {
  const [, left, resetSeconds] = /;r=(\d+);t=(\d+)/.exec(headers.get("ratelimit") ?? "") ?? [];
  const [, limit] = /;q=(\d+)/.exec(headers.get("ratelimit-policy") ?? "") ?? [];
  if (left === undefined) return undefined;
  return {
    left: Number(left),
    limit: limit === undefined ? undefined : Number(limit),
    resetSeconds: Number(resetSeconds),
  };
}

/** Waits, but rejects as soon as the signal is aborted. */
async function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

async function toCallError(response: Response): Promise<CallError> {
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json");
  // A proxy may have cut it off.
  const problem = isProblem ? await response.json().catch(() => undefined) : undefined;
  // A body that is neither read nor cancelled keeps its connection open.
  if (!isProblem) await response.body?.cancel().catch(() => {});
  return new CallError(response.status, problem as Problem | undefined, secondsIn(response.headers));
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
