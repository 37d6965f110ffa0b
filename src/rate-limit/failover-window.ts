import { withTimeout } from "../redis/with-timeout.js";
import type { LocalWindow, Reservation } from "./local-window.js";
import type { RedisWindow } from "./redis-window.js";
import { UnsyncedCalls } from "./unsynced-calls.js";
import { type Decision, type Mode, type Quota, type RateLimit, stricterDecision, type Verb } from "./window.js";

export interface FailoverOptions {
  /** Called for every call that is counted without Redis. */
  onFallback?: () => void;
  /** Called for every call whose nonce is claimed without Redis. */
  onNonceFallback?: () => void;
  onModeChange?: (mode: Mode, cause?: string) => void;
  /** How long a call may wait for Redis. The default of 75 leaves room below the promised 100 ms. */
  timeoutMs?: number;
}

const PROBE_EVERY_MS = 250;
/** A connection on which as many probes in a row fail is replaced. */
const PROBES_PER_CONNECTION = 4;
const MAX_CAUSE_LENGTH = 300;

/**
 * Uses the shared window while Redis answers, and the local one while it does not.
 *
 * The local window takes part in every decision, so that this process never exceeds the quota, whatever Redis loses
 * (by a restart, FLUSHALL or an eviction), and never accepts a nonce twice. Calls that were admitted without Redis are
 * synced when it returns, so that the other instances count them too.
 */
export class FailoverWindow implements RateLimit {
  readonly quota: Quota;
  readonly #shared: RedisWindow;
  readonly #local: LocalWindow;
  readonly #options: FailoverOptions;
  readonly #timeoutMs: number;
  readonly #unsynced: UnsyncedCalls;
  #mode: Mode = "local";
  #probes: NodeJS.Timeout | undefined;
  #failedProbes = 0;
  /** The caller whose call failed last. Probes use its key, because in a cluster only the node of this key may be down. */
  #probedKey = "probe";
  /** Until then, calls in the local window may be missing in Redis. */
  #syncingUntil = 0;
  #closed = false;

  constructor(shared: RedisWindow, local: LocalWindow, options: FailoverOptions = {}) {
    this.quota = local.quota;
    this.#shared = shared;
    this.#local = local;
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? 75;
    this.#unsynced = new UnsyncedCalls(Math.max(local.quota.windowSeconds, local.nonces.seconds));
  }

  /** Probes Redis once, so that a healthy start is shared from the first call, and again whenever Redis is down. */
  async start(): Promise<void> {
    // Calls notice a lost connection too, but not if there are none, or if they are refused without asking Redis.
    this.#shared.onLost((cause) => this.#goLocal(cause));
    await this.#shared.connect();
    await this.#probe((cause) => this.#goLocal(cause));
  }

  mode(): Mode {
    return this.#mode;
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#probes);
    this.#shared.close();
  }

  // One round trip for nonce and quota: a call waits for Redis once.
  async decide(verb: Verb, key: string, nonce?: string): Promise<Decision> {
    const local = this.#local.reserve(verb, key, nonce);
    if (local.decision.replayed) return local.decision;
    if (this.#mode === "local") return this.#decideLocally(local, verb, key, nonce);
    // All calls in the local window are in Redis too, except for one window length after an outage.
    if (!local.decision.admitted && performance.now() >= this.#syncingUntil) return local.decision;
    try {
      const reply = local.decision.admitted ? this.#shared.decide(verb, key, nonce) : this.#shared.peek(key);
      const shared = await withTimeout(this.#timeoutMs, reply);
      if (shared.admitted) local.keep();
      else local.release();
      return stricterDecision(local.decision, shared);
    } catch (cause) {
      this.#probedKey = key;
      this.#goLocal(cause);
      return this.#decideLocally(local, verb, key, nonce);
    }
  }

  #decideLocally(local: Reservation, verb: Verb, key: string, nonce?: string): Decision {
    local.keep();
    if (local.decision.admitted) this.#unsynced.add(verb, key, nonce);
    if (verb === "take") this.#options.onFallback?.();
    if (nonce !== undefined) this.#options.onNonceFallback?.();
    return local.decision;
  }

  // A write with the same script: a Redis that is out of memory or read-only would still answer a ping.
  async #probe(onFailure?: (cause: unknown) => void): Promise<void> {
    try {
      await withTimeout(this.#timeoutMs, this.#shared.probe(this.#probedKey));
    } catch (cause) {
      onFailure?.(cause);
      if (++this.#failedProbes % PROBES_PER_CONNECTION === 0) this.#shared.reconnect();
      return;
    }
    this.#failedProbes = 0;
    this.#goShared();
  }

  #goLocal(cause: unknown): void {
    if (this.#probes || this.#closed) return;
    this.#mode = "local";
    this.#probes = setInterval(() => this.#probe(), PROBE_EVERY_MS).unref();
    // Only the message: the client's error also carries the failed command, which for AUTH contains the password.
    this.#options.onModeChange?.("local", String(cause).slice(0, MAX_CAUSE_LENGTH));
  }

  #goShared(): void {
    if (this.#mode === "shared" || this.#closed) return;
    clearInterval(this.#probes);
    this.#probes = undefined;
    this.#mode = "shared";
    if (this.#unsynced.size > 0) this.#syncingUntil = performance.now() + this.quota.windowSeconds * 1000;
    this.#unsynced.syncTo(this.#shared).catch((cause) => this.#goLocal(cause));
    this.#options.onModeChange?.("shared");
  }
}
