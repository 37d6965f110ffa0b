import type { Context, Middleware } from "koa";
import { AppError } from "../../proposals/errors/app-error.js";
import {
  type AgentProxy,
  bodyError,
  capabilityError,
  nonceOf,
  replayError,
  type SignedCall,
} from "../auth/agent-proxy.js";
import type { ClientAddress } from "../auth/client-address.js";
import { type Credentials, readCredentials } from "../auth/read-credentials.js";
import type { BearerVerifier } from "../auth/stored-keys.js";
import type { RateLimit } from "../rate-limit/window.js";
import { advanceTogether } from "./advance-together.js";
import { type Charge, type CountCall, countCalls, isCounted, overLimit } from "./count-calls.js";
import { bytesOf, hasBody } from "./read-body.js";

/** The caller of a request. `identify` puts it into `ctx.state.access`. */
export interface Access {
  readonly credentials: Credentials;
  /** A proxy call whose signature verified. */
  readonly signed: SignedCall | undefined;
}

interface AdmissionOptions {
  readonly serviceName: string;
  readonly addresses: ClientAddress;
  readonly rateLimit: RateLimit;
  readonly bearer: BearerVerifier;
  /** Undefined if no proxy keys are configured. */
  readonly proxy?: AgentProxy | undefined;
}

const NO_KEY = new AppError(
  "missing-credentials",
  "this operation requires a key; send Authorization: Bearer ai_…",
);
const NOT_A_KEY = new AppError(
  "invalid-credentials",
  "the Authorization header has no key of the identity service; send `Bearer <key>`: `ai_` and up to 500 letters, digits and -._~+/",
);
const NO_PROXY = new AppError(
  "invalid-credentials",
  "this service does not accept agent-proxy calls; send a key",
);

/**
 * The guards of a call, each a middleware, in the order in which a route lists them: the caller,
 * the rate limit, the key, and after the body has been read, its signature. A request is counted
 * once. A call that is refused before it was counted is counted when it is refused, so guessing
 * keys is limited like calling.
 */
export class Admission {
  readonly #count: CountCall;
  /** Joins signed calls again, which the thread pool has separated. */
  readonly #advanceTogether = advanceTogether();

  constructor(private readonly options: AdmissionOptions) {
    this.#count = countCalls(options.rateLimit);
  }

  /** Counts a call that is refused, unless it was counted before. */
  readonly countRefusals: Middleware = async (ctx, next) => {
    try {
      await next();
    } catch (refusal) {
      if (isCall(ctx)) await this.count(ctx);
      throw refusal;
    }
  };

  /** Finds out who calls. Refuses ambiguous credentials and bad signatures. */
  readonly identify: Middleware = async (ctx, next) => {
    const credentials = readCredentials(ctx.req.rawHeaders);
    if (credentials instanceof AppError) throw credentials;
    ctx.state.charge = this.#chargeAddress(ctx);
    ctx.state.access = { credentials, signed: undefined };
    if (credentials.kind !== "proxy") return next();
    const { method, originalUrl: target } = ctx;
    const signed = (await this.options.proxy?.verify(credentials, { method, target })) ?? NO_PROXY;
    if (signed instanceof AppError) throw signed;
    ctx.state.access = { credentials, signed };
    ctx.state.caller = `agent:${signed.agent}`;
    ctx.state.charge = { key: ctx.state.caller, nonce: nonceOf(signed) };
    return this.#advanceTogether(ctx, next);
  };

  /** Names the operation for the log, and refuses a signed call for another capability. */
  allow(operation: string): Middleware {
    return (ctx, next) => {
      ctx.state.operation = operation;
      this.checkCapability(ctx, operation);
      return next();
    };
  }

  /**
   * Counts the call and uses up its nonce in one step, so a call over the limit leaves its nonce
   * unused.
   */
  readonly countOrRefuse = async (ctx: Context): Promise<void> => {
    if ((await this.count(ctx)) === "replayed") throw replayError();
  };

  readonly limit: Middleware = async (ctx, next) => {
    await this.countOrRefuse(ctx);
    return next();
  };

  /** Refuses a call without a valid key, unless it is signed. */
  readonly checkKey: Middleware = async (ctx, next) => {
    const refused = await this.keyRefusal(ctx);
    if (refused) throw refused;
    return next();
  };

  /** Refuses a call with a wrong key, for an operation that needs none. */
  readonly checkKeyIfSent: Middleware = (ctx, next) =>
    accessOf(ctx).credentials.kind === "bearer" ? this.checkKey(ctx, next) : next();

  /** Refuses a body that is not the one that was signed. */
  readonly checkSignedBody: Middleware = (ctx, next) => {
    const { signed } = accessOf(ctx);
    const refusal = signed && bodyError(signed, bytesOf(ctx));
    if (refusal) {
      // Counts against the address: the agent has not sent this body.
      if (!isCounted(ctx)) ctx.state.charge = this.#chargeAddress(ctx);
      throw refusal;
    }
    return next();
  };

  /** Refuses the body of a signed call that takes none: its hash would go unchecked. */
  readonly refuseSignedBody: Middleware = (ctx, next) => {
    if (accessOf(ctx).signed && hasBody(ctx.req))
      throw new AppError(
        "invalid-credentials",
        "this operation takes no body; send the request without one",
      );
    return next();
  };

  checkCapability(ctx: Context, operation: string): void {
    const { signed } = accessOf(ctx);
    const refusal = signed && capabilityError(signed, `${this.options.serviceName}.${operation}`);
    if (refusal) throw refusal;
  }

  /**
   * Counts a request, unless it was counted before. Throws `rate-limited` when no calls are left. A
   * replay does not come from the agent, so it counts against the address.
   */
  async count(ctx: Context): Promise<"replayed" | undefined> {
    if (isCounted(ctx)) return undefined;
    ctx.state.charge ??= this.#chargeAddress(ctx);
    if (!(await this.#count(ctx, ctx.state.charge)).replayed) return undefined;
    ctx.state.charge = this.#chargeAddress(ctx);
    await this.#count(ctx, ctx.state.charge);
    return "replayed";
  }

  /** Uses up the nonce of a signed call that is not counted. Refused later, it still counts. */
  async useNonce(ctx: Context): Promise<void> {
    const { key, nonce } = chargeOf(ctx);
    if (nonce === undefined || isCounted(ctx)) return;
    ctx.state.charge = { key };
    const decision = await this.options.rateLimit.decide("use-nonce", key, nonce);
    if (decision.replayed) {
      ctx.state.charge = this.#chargeAddress(ctx);
      throw replayError();
    }
    if (!decision.admitted) throw overLimit(decision);
  }

  /** Why a call that is not signed may not be made with its key; undefined if it may. */
  async keyRefusal(ctx: Context): Promise<AppError | undefined> {
    const { credentials, signed } = accessOf(ctx);
    if (signed) return undefined;
    if (credentials.kind !== "bearer") return NO_KEY;
    if (credentials.key === undefined) return NOT_A_KEY;
    const holder = await this.options.bearer.verify(credentials.key, chargeOf(ctx).key);
    if (holder instanceof AppError) return holder;
    ctx.state.caller = holder.callerId;
    return undefined;
  }

  #chargeAddress({ req }: Context): Charge {
    // Node joins repeated headers of this name.
    const forwardedFor = req.headers["x-forwarded-for"] as string | undefined;
    return {
      key: `ip:${this.options.addresses.rateLimitKey(req.socket.remoteAddress, forwardedFor)}`,
    };
  }
}

/** Whether the request is for a counted route. MCP clients probe with GET, pages with OPTIONS. */
function isCall(ctx: Context): boolean {
  if (ctx.method === "OPTIONS" && ctx.req.headers["access-control-request-method"] !== undefined)
    return false;
  return /^\/api(\/|$)/i.test(ctx.path) || (ctx.path === "/mcp" && ctx.method === "POST");
}

function accessOf(ctx: Context): Access {
  return ctx.state.access as Access;
}

/** For the steps after `identify`. */
export function chargeOf(ctx: Context): Charge {
  return ctx.state.charge as Charge;
}
