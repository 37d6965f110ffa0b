import { LocalWindow } from "./local-window.js";
import { redisClient, withTimeout } from "./redis-client.js";
import { RedisWindow } from "./redis-window.js";
import type { Decision, Mode, Quota, RateLimit, Verb } from "./window.js";

interface RateLimitSettings {
  readonly quota: Quota;
  readonly redisUrl: string | undefined;
  readonly redisCa: string | undefined;
  /** Services that share a Redis are counted separately. */
  readonly serviceName: string;
  /** How long the nonce of a call must be remembered. */
  readonly nonceSeconds: number;
  onFallback?: () => void;
  onNonceFallback?: () => void;
  onModeChange?: (mode: Mode, cause?: string) => void;
  /** How long a call may wait for Redis. */
  timeoutMs?: number;
}

/** Leaves room below the promised 100 ms. */
const DEFAULT_TIMEOUT_MS = 75;

/** Of calls that are not counted: MCP discovery. */
const UNCOUNTED_NONCES = 1_000;

/** Counts over all instances if there is a Redis, else in this process. */
export async function createRateLimit(settings: RateLimitSettings): Promise<RateLimit> {
  const { quota, redisUrl, redisCa, serviceName, nonceSeconds } = settings;
  const perCaller = quota.calls * Math.ceil(nonceSeconds / quota.windowSeconds) + UNCOUNTED_NONCES;
  const nonces = { seconds: nonceSeconds, perCaller };
  const local = new LocalWindow(quota, nonces);
  if (redisUrl === undefined) return local;
  const shared = new RedisWindow(await redisClient(redisUrl, redisCa), quota, nonces, serviceName);
  const rateLimit = new FailoverWindow(shared, local, settings);
  await rateLimit.start();
  return rateLimit;
}

const PROBE_EVERY_MS = 250;
/** Then a connection is replaced. */
const PROBES_PER_CONNECTION = 4;

/**
 * Asks Redis while it answers, and else the local window. This also remembers what Redis has
 * admitted for this process, which so never exceeds the quota nor accepts a nonce twice, whatever
 * Redis loses. What an instance admits without Redis, the others do not learn.
 */
class FailoverWindow implements RateLimit {
  readonly quota: Quota;
  readonly #timeoutMs: number;
  #mode: Exclude<Mode, "unconfigured"> = "fallback";
  #probes: NodeJS.Timeout | undefined;
  #failedProbes = 0;
  /** Of the call that failed last: in a cluster, only the node of this key may be down. */
  #probedKey = "probe";
  #closed = false;

  constructor(
    private readonly shared: RedisWindow,
    private readonly local: LocalWindow,
    private readonly options: RateLimitSettings,
  ) {
    this.quota = local.quota;
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  }

  /** Probes Redis, so a healthy start is shared from the first call. */
  async start(): Promise<void> {
    // Calls notice a lost connection too, if there are any.
    this.shared.onLost((cause) => this.#fallBack(cause));
    await this.shared.connect();
    await this.#probe((cause) => this.#fallBack(cause));
  }

  mode(): Mode {
    return this.#mode;
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#probes);
    this.shared.close();
  }

  async decide(verb: Verb, key: string, nonce?: string): Promise<Decision> {
    const own = this.local.look(verb, key, nonce);
    // Before Redis answers: a replay may come meanwhile, when another call has found Redis down.
    const undo = own.admitted ? this.local.remember(verb, key, nonce) : undefined;
    if (this.#mode === "shared") {
      if (undo === undefined) return own;
      try {
        const decision = await withTimeout(this.#timeoutMs, this.shared.decide(verb, key, nonce));
        if (!decision.admitted) undo();
        return decision;
      } catch (cause) {
        this.#probedKey = key;
        this.#fallBack(cause);
      }
    }
    if (verb === "count") this.options.onFallback?.();
    if (nonce !== undefined && own.admitted) this.options.onNonceFallback?.();
    return own.admitted && verb === "count" ? { ...own, remaining: own.remaining - 1 } : own;
  }

  // By a write: a Redis that is out of memory or read-only would still answer a ping.
  async #probe(onFailure?: (cause: unknown) => void): Promise<void> {
    try {
      await withTimeout(this.#timeoutMs, this.shared.probe(this.#probedKey));
    } catch (cause) {
      onFailure?.(cause);
      if (++this.#failedProbes % PROBES_PER_CONNECTION === 0) this.shared.reconnect();
      return;
    }
    this.#failedProbes = 0;
    this.#goShared();
  }

  #fallBack(cause: unknown): void {
    if (this.#probes || this.#closed) return;
    this.#mode = "fallback";
    this.#probes = setInterval(() => this.#probe(), PROBE_EVERY_MS).unref();
    // Only the message: the error also has the failed command, and that of AUTH the password.
    this.options.onModeChange?.("fallback", String(cause));
  }

  #goShared(): void {
    if (this.#mode === "shared" || this.#closed) return;
    clearInterval(this.#probes);
    this.#probes = undefined;
    this.#mode = "shared";
    this.options.onModeChange?.("shared");
  }
}
