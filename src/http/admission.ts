import type { Context, Middleware } from "koa";
import { rateLimit } from "../budget/rate-limit.js";
import type { Budget } from "../budget/window.js";
import type { AgentProxy, SignedCall } from "../callers/agent-proxy/agent-proxy.js";
import type { BearerVerifier } from "../callers/bearer/bearer-verifier.js";
import type { ClientAddress } from "../callers/client-address.js";
import { type Credentials, readCredentials } from "../callers/read-credentials.js";
import { type Refusal, refuse } from "../callers/refusal.js";
import { AppError } from "../proposals/app-error.js";

/** Who is at the door, as far as that is known before the operation is. */
export interface Visitor {
  readonly address: string;
  readonly credentials: Credentials | Refusal;
  /** A proxy call whose signature verified. */
  readonly signed?: SignedCall;
  readonly refusal?: Refusal;
}

export interface Passage {
  /** The operation that a proxy call must be granted for; none for discovery. */
  readonly operation?: string;
  /** Whether the caller must be known. */
  readonly needsCaller: boolean;
  readonly counted: boolean;
}

export interface AdmissionOptions {
  readonly serviceName: string;
  readonly addresses: ClientAddress;
  readonly budget: Budget;
  readonly bearer: BearerVerifier;
  /** Undefined where no proxy keys are configured. */
  readonly proxy?: AgentProxy | undefined;
}

/**
 * Decides who may pass, in this order: the address or the verified agent, its budget, its key, and later its body.
 * Failed credentials are counted against the address, so that guessing keys is as limited as calling; only what a
 * verified agent is not granted is counted against the agent.
 */
export class Admission {
  readonly #limit: Middleware;

  constructor(private readonly options: AdmissionOptions) {
    this.#limit = rateLimit(options.budget, {
      keyOf: (ctx) => ctx.state.budgetKey,
      onRefused: (_, retryAfterSeconds) => {
        throw new AppError("rate-limited", `the budget of calls is used up; wait ${retryAfterSeconds} seconds`, {
          retryAfterSeconds,
        });
      },
    });
  }

  async identify({ req, originalUrl }: Context): Promise<Visitor> {
    const address = this.options.addresses.budgetKey(
      req.socket.remoteAddress,
      forwardedFor(req.headers["x-forwarded-for"]),
    );
    const credentials = readCredentials(req.rawHeaders);
    if (!credentials.ok) return { address, credentials, refusal: credentials };
    if (credentials.kind !== "proxy") return { address, credentials };
    if (this.options.proxy === undefined) {
      return {
        address,
        credentials,
        refusal: refuse("invalid-credentials", "This service takes no calls of an agent proxy. Use a key."),
      };
    }
    const signed = await this.options.proxy.verify(credentials, { method: req.method ?? "", target: originalUrl });
    return signed.ok ? { address, credentials, signed } : { address, credentials, refusal: signed };
  }

  async admit(ctx: Context, visitor: Visitor, { operation, needsCaller, counted }: Passage): Promise<void> {
    const { credentials, signed, address } = visitor;
    const ungranted = signed && this.#checkCapability(signed, operation);
    const replay = signed && (await this.options.proxy?.claim(signed));
    const refusal = visitor.refusal ?? ungranted ?? replay;
    // Who replays a call is not its agent, and must not use up the agent's budget.
    if (counted || refusal) await this.#count(ctx, signed && !replay ? `agent:${signed.agent}` : `ip:${address}`);
    if (refusal) throw toAppError(refusal);
    if (signed) ctx.state.caller = `agent:${signed.agent}`;
    else if (credentials.ok && credentials.kind === "bearer")
      await this.#authenticate(ctx, credentials.key, address, counted);
    else if (needsCaller)
      throw new AppError("missing-credentials", "this operation needs a key: send Authorization: Bearer ai_…");
  }

  /** For operations that read no body: one that nobody reads would pass as signed. */
  checkNoBody({ req }: Context, { signed }: Visitor): void {
    const { "content-length": length = 0, "transfer-encoding": encoding } = req.headers;
    if (signed && (encoding !== undefined || Number(length) > 0))
      throw new AppError("invalid-credentials", "this operation takes no body; send none");
  }

  /** What was signed must be what arrived. */
  async checkBody(ctx: Context, { signed, address }: Visitor, body: Buffer): Promise<void> {
    const refusal = signed && this.options.proxy?.checkBody(signed, body);
    if (!refusal) return;
    // The agent has paid for a counted call already.
    if (ctx.state.budgetKey === undefined) await this.#count(ctx, `ip:${address}`);
    throw toAppError(refusal);
  }

  /** For routes that answer nothing but are counted all the same, so that variants of a path open no second budget. */
  async countAddress(ctx: Context): Promise<void> {
    const address = this.options.addresses.budgetKey(
      ctx.req.socket.remoteAddress,
      forwardedFor(ctx.req.headers["x-forwarded-for"]),
    );
    await this.#count(ctx, `ip:${address}`);
  }

  #checkCapability(signed: SignedCall, operation: string | undefined): Refusal | undefined {
    const { proxy, serviceName } = this.options;
    return operation === undefined ? undefined : proxy?.checkCapability(signed, `${serviceName}.${operation}`);
  }

  async #authenticate(ctx: Context, key: string, address: string, counted: boolean): Promise<void> {
    const verdict = await this.options.bearer.verify(key);
    if (verdict.ok) {
      ctx.state.caller = verdict.callerId;
      return;
    }
    if (!counted) await this.#count(ctx, `ip:${address}`);
    throw toAppError(verdict);
  }

  async #count(ctx: Context, key: string): Promise<void> {
    ctx.state.budgetKey = key;
    await this.#limit(ctx, async () => {});
  }
}

function forwardedFor(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(",") : value;
}

function toAppError({ code, detail, retryAfterSeconds }: Refusal): AppError {
  return new AppError(code, detail, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}
