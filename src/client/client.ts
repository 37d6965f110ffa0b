import { applyPatch } from "../ground/json/patch.js";
import { isObject } from "../ground/json/value.js";
import type { ErrorDetails } from "../proposals/errors/app-error.js";
import type { ErrorCode } from "../proposals/errors/error-codes.js";
import type { ProposalRequest as SentRequest } from "../proposals/request.js";
import type { BuildResult, DomainList, ValidationResult } from "../proposals/results.js";
import { type ProxySigning, signCall } from "./sign-call.js";

export type { ProposalPackage } from "../engine/build-package.js";
export type {
  BuildResult,
  DomainList,
  Submission,
  ValidationResult,
} from "../proposals/results.js";
export type { ProxySigning } from "./sign-call.js";

/** A candidate is any object that can be sent as JSON. */
export type ProposalRequest = Omit<SentRequest, "candidate"> & { candidate: object };

/** RFC 9457. */
export interface ProblemDetails
  extends Pick<ErrorDetails, "errors" | "moreErrors" | "omitted" | "repair"> {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  requestId: string;
}

interface Failure {
  readonly status?: number;
  readonly problem?: ProblemDetails | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** A call without a result. `cause` has the error of the network, the timeout or the JSON parser. */
export class CallError extends Error {
  override readonly name = "CallError";
  /** The status of the answer; undefined if there is none. */
  readonly status: number | undefined;
  /** Undefined if the service itself has not refused the call. */
  readonly problem: ProblemDetails | undefined;
  /** How long the service asked to wait. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, { status, problem, retryAfterSeconds, ...cause }: Failure = {}) {
    super(message, cause);
    this.status = status;
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface ClientOptions {
  /** URL of the service, or of a proxy before it; starts with `http://` or `https://`. */
  readonly url: string;
  /** A key of the identity service, which starts with `ai_`; none for `domains` alone. */
  readonly key?: string;
  /** In place of a key. */
  readonly signing?: ProxySigning;
  /** How long after its start a call may still wait for another attempt (60). */
  readonly maxWaitSeconds?: number;
  /** The limit for one attempt (10 000). */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** The rate limit of the caller. */
export interface Budget {
  readonly left: number;
  /** Undefined if a proxy leaves it out. */
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
   * The errors that are left, usually for the author to decide, unless `result.repair` is set,
   * because it removed no error, or `result.summary.omitted` has `repair`.
   */
  readonly open: ValidationResult["diagnostics"];
}

type Sent = ProposalRequest | undefined;

const JSON_TYPE = "application/json";
/** The names in an envelope are repaired one after the other. */
const MAX_ENVELOPE_REPAIRS = 5;
/** `Retry-After: 0`, or a date in the past, must not make a loop of calls. */
const SHORTEST_WAIT_SECONDS = 1;
const LONGEST_BACKOFF_SECONDS = 8;
const CLOSED_CONNECTION = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/**
 * A client of the service, for programs and browsers. It waits before a call if none is left, and
 * after 429 and 503 as long as `Retry-After` says. It repeats a call after a 503 and after a closed
 * connection. Every other failure is thrown as a `CallError`.
 */
export class Client {
  #budget: Budget | undefined;
  /** On the clock of `performance`, which a changed date does not affect. */
  #freeAt = 0;

  constructor(private readonly options: ClientOptions) {
    if (!/^https?:\/\//i.test(options.url) || !URL.canParse(options.url))
      throw new CallError(
        `"${options.url}" is not the URL of a service; write it like https://assay.example`,
      );
  }

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

  /**
   * Applies repairs, also that of a refused request, until the candidate is valid, or only its
   * author can decide what is left.
   */
  async settle(request: ProposalRequest, options: CallOptions = {}): Promise<Settled> {
    let settled = request;
    let errors = Number.POSITIVE_INFINITY;
    for (let round = 1; ; round++) {
      const { applyRepair: _, ...asked } = settled;
      const sent = { ...asked, applyRepair: true };
      const outcome = await this.validate(sent, options).catch((error) => {
        if (error instanceof CallError && error.problem?.repair && round < MAX_ENVELOPE_REPAIRS)
          return error.problem.repair;
        throw error;
      });
      if ("patch" in outcome) {
        // The patch is for the request as JSON, in which an undefined property is absent.
        settled = applyPatch(JSON.parse(JSON.stringify(sent)), outcome.patch) as ProposalRequest;
        continue;
      }
      const { repaired, ...result } = outcome;
      // A large candidate takes several repairs, each of which removes errors.
      if (result.valid || repaired === undefined || result.summary.errors >= errors) {
        const open = result.diagnostics.filter(({ severity }) => severity === "error");
        return { valid: result.valid, request: asked, result, open };
      }
      errors = result.summary.errors;
      settled = { ...asked, candidate: repaired as object };
    }
  }

  async #call<T>(name: string, path: string, request: Sent, { signal }: CallOptions): Promise<T> {
    const giveUpAt = performance.now() + (this.options.maxWaitSeconds ?? 60) * 1000;
    const secondsLeft = () => (giveUpAt - performance.now()) / 1000;
    for (let attempt = 1; ; attempt++) {
      const ahead = (this.#freeAt - performance.now()) / 1000;
      if (ahead > 0 && ahead <= secondsLeft()) await wait(ahead, signal);
      try {
        return (await this.#send(name, path, request, signal)) as T;
      } catch (error) {
        signal?.throwIfAborted();
        const seconds = secondsBeforeRetry(error as CallError, attempt);
        if (seconds === undefined || seconds > secondsLeft()) throw error;
        await wait(seconds, signal);
      }
    }
  }

  /** Calls an operation once. Throws a `CallError` if there is no result. */
  async #send(
    name: string,
    path: string,
    request: Sent,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const { key, signing, timeoutMs = 10_000, fetch: send = fetch } = this.options;
    const url = new URL(this.options.url.replace(/\/+$/, "") + path);
    const [method, contentType] = request ? ["POST", JSON_TYPE] : ["GET", ""];
    const body = attempt(
      () => JSON.stringify(request) ?? "",
      (cause) => new CallError("the request cannot be sent as JSON", { cause }),
    );
    const signed =
      signing && (await signCall(signing, { method, url, operation: name, contentType, body }));
    const timeout = AbortSignal.timeout(timeoutMs);
    const unanswered = (cause: unknown) => {
      const reason = timeout.aborted ? `no answer within ${timeoutMs} ms` : "the connection failed";
      return new CallError(`${url.origin}: ${reason}`, { cause });
    };
    const response = await send(url, {
      method,
      headers: {
        accept: `${JSON_TYPE}, application/problem+json`,
        ...(contentType && { "content-type": contentType }),
        ...(key && { authorization: `Bearer ${key}` }),
        ...signed,
      },
      ...(body && { body }),
      // A signature is for one target, and a key for one host.
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }).catch((cause) => {
      throw unanswered(cause);
    });
    const budget = readBudget(response.headers);
    this.#budget = budget ?? this.#budget;
    if (budget?.left === 0) this.#freeAt = performance.now() + budget.resetSeconds * 1000;
    if (!response.ok) throw await toCallError(response);
    const text = await response.text().catch((cause) => {
      throw unanswered(cause);
    });
    const { status } = response;
    const answer = attempt(
      () => JSON.parse(text),
      (cause) => new CallError(`${url.href}: the answer is not JSON`, { status, cause }),
    );
    // A proxy may answer for the service, such as with `null` or `"OK"`.
    if (isObject(answer)) return answer;
    throw new CallError(`${url.href}: the answer is JSON, but no result`, { status });
  }
}

function attempt<T>(run: () => T, toError: (cause: unknown) => CallError): T {
  try {
    return run();
  } catch (cause) {
    throw toError(cause);
  }
}

/** Undefined if another attempt would not help. */
function secondsBeforeRetry(
  { status, retryAfterSeconds, cause }: CallError,
  attempt: number,
): number | undefined {
  const asked = status === 429 || status === 503 ? retryAfterSeconds : undefined;
  if (asked !== undefined) return Math.max(SHORTEST_WAIT_SECONDS, asked);
  const isClosed = CLOSED_CONNECTION.has(
    (cause as { cause?: { code?: string } } | undefined)?.cause?.code ?? "",
  );
  if (status !== 503 && !isClosed) return undefined;
  return Math.min(LONGEST_BACKOFF_SECONDS, SHORTEST_WAIT_SECONDS * 2 ** (attempt - 1));
}

/** Reads `RateLimit: "calls";r=19;t=60` and `RateLimit-Policy: "calls";q=20;w=60`. */
function readBudget(headers: Headers): Budget | undefined {
  const [, left, resetSeconds] = /;r=(\d+);t=(\d+)/.exec(headers.get("ratelimit") ?? "") ?? [];
  const [, limit] = /;q=(\d+)/.exec(headers.get("ratelimit-policy") ?? "") ?? [];
  if (left === undefined) return undefined;
  return {
    left: Number(left),
    limit: limit === undefined ? undefined : Number(limit),
    resetSeconds: Number(resetSeconds),
  };
}

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
  const { status, headers } = response;
  const isProblem = headers.get("content-type")?.startsWith("application/problem+json");
  // A proxy may have cut it off.
  const problem = isProblem
    ? ((await response.json().catch(() => undefined)) as ProblemDetails | undefined)
    : undefined;
  // A body that is neither read nor cancelled keeps its connection open.
  if (!isProblem) await response.body?.cancel().catch(() => {});
  return new CallError(problem ? `${problem.code}: ${problem.detail}` : refusalText(response), {
    status,
    problem,
    retryAfterSeconds: readSeconds(headers),
  });
}

function refusalText({ type, status, headers }: Response): string {
  // A browser hides where a redirect leads, and its status.
  const isRedirect = type === "opaqueredirect" || (status >= 300 && status < 400);
  if (!isRedirect) return `the service answered with ${status}`;
  const target = headers.get("location");
  return `the service redirects${target === null ? "" : ` to ${target}`}; give the client the final URL`;
}

/** `Retry-After` in seconds or, by a proxy, as a date. */
function readSeconds(headers: Headers): number | undefined {
  const retryAfter = headers.get("retry-after");
  if (retryAfter === null) return undefined;
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter);
  // Relative to the clock of the sender, if the response has a date.
  const seconds = Math.ceil(
    (Date.parse(retryAfter) - (Date.parse(headers.get("date") ?? "") || Date.now())) / 1000,
  );
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
