import type { Context } from "koa";
import { type AgentProxy, nonceOf, refuseReplay, type SignedCall } from "../auth/agent-proxy/agent-proxy.js";
import type { ClientAddress } from "../auth/client-address.js";
import { type Credentials, readCredentials } from "../auth/read-credentials.js";
import { type BearerVerifier, type Refusal, refuse } from "../auth/verdict.js";
import { AppError } from "../proposals/app-error.js";
import { type CountCall, countCalls } from "../rate-limit/count-calls.js";
import type { Decision, RateLimit } from "../rate-limit/window.js";
import { readBody } from "./read-body.js";

/** What is known about the caller before the operation is known. */
interface Caller {
  readonly address: string;
  readonly credentials: Credentials | Refusal;
  /** A proxy call whose signature verified. */
  readonly signed?: SignedCall;
  readonly refusal?: Refusal;
}

export interface AccessPolicy {
  /** The operation that a proxy call needs the capability for; undefined for discovery. */
  readonly operation?: string;
  /** Whether credentials are required. */
  readonly needsCaller: boolean;
  readonly counted: boolean;
}

/** A message, or why it is refused. `refuse` explains the error, which is slower than finding that there is one. */
export type ReadMessage<T> = { readonly value: T } | { refuse(): AppError };

export interface Admitted<T> {
  readonly message: T;
  /** Why its key is refused. The endpoint answers it: not all clients show an HTTP error. */
  readonly refusal?: AppError;
}

export interface AdmissionOptions {
  readonly serviceName: string;
  readonly addresses: ClientAddress;
  readonly rateLimit: RateLimit;
  readonly bearer: BearerVerifier;
  /** Undefined if no proxy keys are configured. */
  readonly proxy?: AgentProxy | undefined;
}

const NO_KEY = refuse("missing-credentials", "this operation requires a key; send Authorization: Bearer ai_…");
const NOT_A_KEY = refuse(
  "invalid-credentials",
  "The Authorization header must be `Bearer <key>`, with a key of the identity service, which starts with `ai_`.",
);

const REFUSED: AccessPolicy = { needsCaller: false, counted: true };
const NO_BODY = Buffer.alloc(0);

/**
 * Admits or refuses a call. Checks, in this order: address or verified agent, rate limit, key, body. A call with
 * failed credentials counts against the address, so that guessing keys is limited like calling. Only when a verified
 * agent lacks the capability does a refused call count against the agent.
 */
export class Admission {
  readonly #count: CountCall;

  constructor(private readonly options: AdmissionOptions) {
    this.#count = countCalls(options.rateLimit);
  }

  /** For a route that implies its operation. Returns the body of a POST; other methods have none. */
  async admitOperation(ctx: Context, operation: string, needsCaller: boolean): Promise<Buffer> {
    const caller = await this.#identify(ctx);
    await this.#admit(ctx, caller, { operation, needsCaller, counted: true });
    const hasKey = caller.credentials.ok && caller.credentials.kind === "bearer";
    const refused = needsCaller || hasKey ? await this.#checkKey(ctx, caller) : undefined;
    if (refused) throw toAppError(refused);
    const body = ctx.method === "POST" ? await readBody(ctx) : noBody(ctx, caller);
    this.#checkBody(caller, body);
    return body;
  }

  /**
   * For a route whose body names the operation. Refused calls count too: reading a body must not be free. What needs
   * no caller looks at no key.
   */
  async admitMessage<T>(
    ctx: Context,
    read: (body: Buffer) => ReadMessage<T>,
    policyOf: (message: T) => AccessPolicy,
  ): Promise<Admitted<T>> {
    const caller = await this.#identify(ctx);
    // Do not read a body that comes with a refused signature.
    if (caller.refusal) await this.#admit(ctx, caller, REFUSED);
    const body = await this.#readBody(ctx, caller);
    const message = read(body);
    if ("refuse" in message) {
      // Counted before it is explained: a caller over the limit does not cause the work.
      await this.#admitRefused(ctx, caller);
      throw message.refuse();
    }
    const policy = policyOf(message.value);
    await this.#admit(ctx, caller, policy);
    try {
      this.#checkBody(caller, body);
    } catch (refusal) {
      // A counted call was already charged to the agent.
      if (!policy.counted) await this.countAddress(ctx);
      throw refusal;
    }
    const refused = policy.needsCaller ? await this.#checkKey(ctx, caller) : undefined;
    if (refused?.code === "identity-unavailable") throw toAppError(refused);
    return { message: message.value, ...(refused && { refusal: toAppError(refused) }) };
  }

  /** Counts an admitted call that turned out to be wrong, unless it was counted when it was admitted. */
  async countRefused(ctx: Context): Promise<void> {
    if (!ctx.state.counted) await this.#countOrRefuse(ctx, ctx.state.rateLimitKey);
  }

  /** Counts a call against its address only. Throws `rate-limited` when no calls are left. */
  async countAddress(ctx: Context): Promise<void> {
    await this.#countOrRefuse(ctx, `ip:${this.#addressOf(ctx)}`);
  }

  #identify(ctx: Context): Caller | Promise<Caller> {
    ctx.state.trace?.enter("credentials");
    const address = this.#addressOf(ctx);
    const credentials = readCredentials(ctx.req.rawHeaders);
    if (!credentials.ok) return { address, credentials, refusal: credentials };
    return credentials.kind === "proxy" ? this.#identifyAgent(ctx, address, credentials) : { address, credentials };
  }

  async #identifyAgent(
    { req, originalUrl }: Context,
    address: string,
    credentials: Extract<Credentials, { kind: "proxy" }>,
  ): Promise<Caller> {
    if (this.options.proxy === undefined) {
      const refusal = refuse("invalid-credentials", "This service does not accept agent-proxy calls. Send a key.");
      return { address, credentials, refusal };
    }
    const signed = await this.options.proxy.verify(credentials, { method: req.method ?? "", target: originalUrl });
    return signed.ok ? { address, credentials, signed } : { address, credentials, refusal: signed };
  }

  /** Counts a call, and refuses one whose signature is refused. */
  async #admit(ctx: Context, caller: Caller, { operation, counted }: AccessPolicy): Promise<void> {
    const { signed, address } = caller;
    const refusal = caller.refusal ?? (signed && this.#checkCapability(signed, operation));
    const isCounted = counted || refusal !== undefined;
    ctx.state.trace?.enter("budget");
    ctx.state.rateLimitKey = signed ? `agent:${signed.agent}` : `ip:${address}`;
    if (signed) await this.#admitSigned(ctx, signed, isCounted, refusal);
    else if (isCounted) await this.#countOrRefuse(ctx, ctx.state.rateLimitKey);
    if (refusal) throw toAppError(refusal);
    if (signed) ctx.state.caller = `agent:${signed.agent}`;
  }

  /** Counts a signed call and uses up its nonce at once, so that a call over the limit leaves its nonce unused. */
  async #admitSigned(ctx: Context, signed: SignedCall, counted: boolean, refusal: Refusal | undefined): Promise<void> {
    const [key, nonce] = [`agent:${signed.agent}`, nonceOf(signed)];
    const decision = counted ? await this.#count(ctx, key, nonce) : await this.options.rateLimit.claim(key, nonce);
    if (decision.replayed) {
      // A replay does not come from the agent, so it must not use up the agent's calls.
      await this.countAddress(ctx);
      throw toAppError(refusal ?? refuseReplay());
    }
    ctx.state.counted = counted;
    refuseOverLimit(decision);
  }

  /** Why an admitted call that is not signed may not be made with its key. Such a call is counted already. */
  async #checkKey(ctx: Context, { credentials, signed }: Caller): Promise<Refusal | undefined> {
    if (signed) return undefined;
    ctx.state.trace?.enter("credentials");
    if (!credentials.ok || credentials.kind !== "bearer") return NO_KEY;
    if (credentials.key === undefined) return NOT_A_KEY;
    const verdict = await this.options.bearer.verify(credentials.key);
    if (!verdict.ok) return verdict;
    ctx.state.caller = verdict.callerId;
    return undefined;
  }

  async #readBody(ctx: Context, caller: Caller): Promise<Buffer> {
    try {
      return await readBody(ctx);
    } catch (refusal) {
      await this.#admitRefused(ctx, caller);
      throw refusal;
    }
  }

  /** Counts against the agent of a signed call, unless its nonce shows that it is a replay. */
  async #admitRefused(ctx: Context, caller: Caller): Promise<void> {
    if (caller.signed) await this.#admit(ctx, caller, REFUSED);
    else await this.countAddress(ctx);
  }

  /** The body that arrived must be the one that was signed. */
  #checkBody({ signed }: Caller, body: Buffer): void {
    const refusal = signed && this.options.proxy?.checkBody(signed, body);
    if (refusal) throw toAppError(refusal);
  }

  #checkCapability(signed: SignedCall, operation: string | undefined): Refusal | undefined {
    const { proxy, serviceName } = this.options;
    return operation === undefined ? undefined : proxy?.checkCapability(signed, `${serviceName}.${operation}`);
  }

  #addressOf({ req }: Context): string {
    const forwardedFor = req.headers["x-forwarded-for"];
    return this.options.addresses.rateLimitKey(
      req.socket.remoteAddress,
      Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor,
    );
  }

  async #countOrRefuse(ctx: Context, key: string): Promise<void> {
    ctx.state.counted = true;
    refuseOverLimit(await this.#count(ctx, key));
  }
}

function refuseOverLimit({ admitted, resetSeconds }: Decision): void {
  if (admitted) return;
  throw new AppError("rate-limited", `too many calls; wait ${resetSeconds} seconds`, {
    retryAfterSeconds: resetSeconds,
  });
}

/** A signed call must have no unread body: its hash would go unchecked. */
function noBody({ req }: Context, { signed }: Caller): Buffer {
  const { "content-length": length = 0, "transfer-encoding": encoding } = req.headers;
  if (signed && (encoding !== undefined || Number(length) > 0))
    throw new AppError("invalid-credentials", "this operation takes no body; send the request without one");
  return NO_BODY;
}

function toAppError({ code, detail, retryAfterSeconds }: Refusal): AppError {
  return new AppError(code, detail, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}
