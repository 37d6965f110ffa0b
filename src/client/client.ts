import type { BuildResult, DomainList, ValidationResult } from "../proposals/results.js";
import { type ProposalRequest, toCallError } from "./answers.js";
import { type Budget, budgetIn, wait } from "./budget.js";
import { type Settled, settle } from "./settle.js";
import { type ProxySigning, signCall } from "./sign-call.js";

export type { ProposalPackage } from "../engine/build-package.js";
export type { BuildResult, DomainList, Submission, ValidationResult } from "../proposals/results.js";
export { CallError, type Problem, type ProposalRequest } from "./answers.js";
export type { Budget } from "./budget.js";
export type { Settled } from "./settle.js";
export type { ProxySigning } from "./sign-call.js";

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

interface Operation {
  readonly name: string;
  readonly path: string;
  readonly request?: ProposalRequest;
}

const JSON_TYPE = "application/json";

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
    return this.#call({ name: "listDomains", path: "/api/domains" }, options);
  }

  /** All problems of a candidate, and how to fix them. */
  validate(request: ProposalRequest, options: CallOptions = {}): Promise<ValidationResult> {
    return this.#call({ name: "validateProposal", path: "/api/validate", request }, options);
  }

  /** The package of a valid candidate. */
  build(request: ProposalRequest, options: CallOptions = {}): Promise<BuildResult> {
    return this.#call({ name: "buildProposal", path: "/api/build", request }, options);
  }

  /** Applies the repair until the candidate is valid, or only its author can decide what is left. */
  settle(request: ProposalRequest, options: CallOptions = {}): Promise<Settled> {
    return settle(request, (next) => this.validate(next, options));
  }

  async #call<T>(operation: Operation, { signal }: CallOptions): Promise<T> {
    let patience = this.options.maxWaitSeconds ?? 60;
    for (;;) {
      const ahead = Math.max(0, this.#freeAt - performance.now()) / 1000;
      if (ahead > 0 && ahead <= patience) {
        await wait(ahead, signal);
        patience -= ahead;
      }
      const response = await this.#send(operation, signal);
      if (response.ok) return (await response.json()) as T;
      const error = await toCallError(response);
      const seconds = error.status === 429 || error.status === 503 ? error.retryAfterSeconds : undefined;
      if (seconds === undefined || seconds > patience) throw error;
      await wait(seconds, signal);
      patience -= seconds;
    }
  }

  async #send({ name, path, request }: Operation, signal: AbortSignal | undefined): Promise<Response> {
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
    this.#budget = budgetIn(response.headers) ?? this.#budget;
    if (this.#budget?.left === 0) this.#freeAt = performance.now() + this.#budget.resetSeconds * 1000;
    return response;
  }
}
