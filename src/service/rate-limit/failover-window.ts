import { LocalWindow, type Reservation } from "./local-window.js";
import { redisClient, withTimeout } from "./redis-client.js";
import { RedisWindow } from "./redis-window.js";
import { type Decision, type Mode, type Quota, type RateLimit, stricterDecision, type Verb } from "./window.js";

interface RateLimitSettings {
  readonly quota: Quota;
  readonly redisUrl: string | undefined;
  /** Certificates of a private CA that signed the certificate of Redis. */
  readonly redisCa: string | undefined;
  /** Services that share a Redis are counted separately. */
  readonly serviceName: string;
  /** How long the nonce of a call must be remembered. */
  readonly nonceSeconds: number;
  /** Called for every call that is counted without Redis. */
  onFallback?: () => void;
  /** Called for every call whose nonce is used up without Redis. */
  onNonceFallback?: () => void;
  onModeChange?: (mode: Mode, cause?: string) => void;
  /** How long a call may wait for Redis. */
  timeoutMs?: number;
}

/** Leaves room below the promised 100 ms. */
const DEFAULT_TIMEOUT_MS = 75;

/** How many nonces of calls that are not counted (MCP discovery) are remembered for a caller. */
const UNCOUNTED_NONCES = 1_000;

/** Counts over all instances if there is a Redis, else in this process. A Redis that is down delays this by 1 s. */
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
/** A connection is replaced after so many probes on it have failed in a row. */
const PROBES_PER_CONNECTION = 4;

/**
 * Uses the shared window while Redis answers, and the local one while it does not.
 *
 * The local window takes part in every decision, so this process never exceeds the quota, whatever Redis loses
 * (by a restart, FLUSHALL or an eviction), and never accepts a nonce twice. Calls that were admitted without Redis are
 * synced when it returns, so the other instances count them too.
 */
class FailoverWindow implements RateLimit {
  readonly quota: Quota;
  readonly #timeoutMs: number;
  readonly #unsynced: UnsyncedCalls;
  #mode: Exclude<Mode, "unconfigured"> = "fallback";
  #probes: NodeJS.Timeout | undefined;
  #failedProbes = 0;
  /** The caller whose call failed last. Probes use its key: in a cluster, only the node of this key may be down. */
  #probedKey = "probe";
  /** Until then, calls in the local window may be missing in Redis. */
  #syncingUntil = 0;
  #closed = false;

  constructor(
    private readonly shared: RedisWindow,
    private readonly local: LocalWindow,
    private readonly options: RateLimitSettings,
  ) {
    this.quota = local.quota;
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#unsynced = new UnsyncedCalls(Math.max(local.quota.windowSeconds, local.nonces.seconds));
  }

  /** Probes Redis once, so a healthy start is shared from the first call, and again whenever Redis is down. */
  async start(): Promise<void> {
    // Calls notice a lost connection too, but not if there are none, or if they are refused without asking Redis.
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

  // One round trip for nonce and quota: a call waits for Redis once.
  async decide(verb: Verb, key: string, nonce?: string): Promise<Decision> {
    const local = this.local.reserve(verb, key, nonce);
    if (local.decision.replayed) return local.decision;
    if (this.#mode === "fallback") return this.#decideLocally(local, verb, key, nonce);
    // All calls in the local window are in Redis too, except for one window length after an outage.
    if (!local.decision.admitted && performance.now() >= this.#syncingUntil) return local.decision;
    try {
      const reply = local.decision.admitted ? this.shared.decide(verb, key, nonce) : this.shared.peek(key);
      const shared = await withTimeout(this.#timeoutMs, reply);
      if (shared.admitted) local.keep();
      else local.release();
      return stricterDecision(local.decision, shared);
    } catch (cause) {
      this.#probedKey = key;
      this.#fallBack(cause);
      return this.#decideLocally(local, verb, key, nonce);
    }
  }

  #decideLocally(local: Reservation, verb: Verb, key: string, nonce?: string): Decision {
    local.keep();
    if (local.decision.admitted) this.#unsynced.add(verb, key, nonce);
    if (verb === "count") this.options.onFallback?.();
    if (nonce !== undefined) this.options.onNonceFallback?.();
    return local.decision;
  }

  // A write with the same script: a Redis that is out of memory or read-only would still answer a ping.
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
    // Only the message: the client's error also carries the failed command, which for AUTH contains the password.
    this.options.onModeChange?.("fallback", String(cause));
  }

  #goShared(): void {
    if (this.#mode === "shared" || this.#closed) return;
    clearInterval(this.#probes);
    this.#probes = undefined;
    this.#mode = "shared";
    if (this.#unsynced.size > 0) this.#syncingUntil = performance.now() + this.quota.windowSeconds * 1000;
    this.#unsynced.syncTo(this.shared).catch((cause) => this.#fallBack(cause));
    this.options.onModeChange?.("shared");
  }
}

const BATCH_SIZE = 500;
const MAX_UNSYNCED = 100_000;

interface UnsyncedCall {
  readonly verb: Verb;
  readonly key: string;
  readonly nonce: string | undefined;
  readonly at: number;
}

/** Calls that were admitted without Redis and not synced yet. If there are too many, the oldest go: they expire first. */
class UnsyncedCalls {
  #calls: UnsyncedCall[] = [];

  constructor(
    /** How long a call matters. */
    private readonly seconds: number,
  ) {}

  get size(): number {
    return this.#calls.length;
  }

  add(verb: Verb, key: string, nonce?: string): void {
    if (this.#calls.length >= MAX_UNSYNCED) this.#calls.splice(0, MAX_UNSYNCED / 2);
    this.#calls.push({ verb, key, nonce, at: performance.now() });
  }

  /** Keeps calls that may not have arrived: counting a call twice is safer than not counting it. */
  async syncTo(shared: RedisWindow): Promise<void> {
    const oldest = performance.now() - this.seconds * 1000;
    const due = this.#calls.filter(({ at }) => at > oldest);
    this.#calls = [];
    try {
      while (due.length > 0) {
        await Promise.all(due.slice(0, BATCH_SIZE).map((call) => sync(shared, call)));
        due.splice(0, BATCH_SIZE);
      }
    } catch (cause) {
      this.#calls = [...due, ...this.#calls];
      throw cause;
    }
  }
}

async function sync(shared: RedisWindow, { verb, key, nonce, at }: UnsyncedCall): Promise<void> {
  if (verb === "count") await shared.remember(key, nonce, performance.now() - at);
  else if (nonce !== undefined) await shared.decide("use-nonce", key, nonce);
}
