import { withTimeout } from "../redis/with-timeout.js";
import type { LocalWindow, Reservation } from "./local-window.js";
import type { RedisWindow } from "./redis-window.js";
import { UnsyncedCalls } from "./unsynced-calls.js";
import type { Mode, Quota, RateLimit } from "./window.js";
import { type Decision, stricterDecision } from "./window.js";

export interface FailoverOptions {
  /** Called for every call that is decided without Redis. */
  onFallback?: () => void;
  onModeChange?: (mode: Mode, cause?: string) => void;
  /** How long one call may wait for Redis: 75 by default, which leaves room under the 100 that are promised. */
  patienceMs?: number;
}

const PROBE_EVERY_MS = 250;
const LONGEST_CAUSE = 300;

/**
 * The shared window while Redis answers, the local one while it does not.
 *
 * The local window takes part in every decision, so this process never exceeds the quota, whatever Redis forgets
 * (a restart, FLUSHALL, an eviction). What it admitted alone is told to Redis on its return, so that the other
 * instances count it too.
 */
export class FailoverWindow implements RateLimit {
  readonly quota: Quota;
  readonly #shared: RedisWindow;
  readonly #local: LocalWindow;
  readonly #options: FailoverOptions;
  readonly #patienceMs: number;
  readonly #owed: UnsyncedCalls;
  #mode: Mode = "local";
  #probes: NodeJS.Timeout | undefined;
  #doubtfulUntil = 0;
  #closed = false;

  constructor(shared: RedisWindow, local: LocalWindow, options: FailoverOptions = {}) {
    this.quota = local.quota;
    this.#shared = shared;
    this.#local = local;
    this.#options = options;
    this.#patienceMs = options.patienceMs ?? 75;
    this.#owed = new UnsyncedCalls(local.quota.windowSeconds);
  }

  /** Looks for Redis once, so that a healthy start is shared from the first call on, and again whenever it is away. */
  async start(): Promise<void> {
    // Calls would notice too, but not those that are refused here without asking, nor when there are none.
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

  async take(key: string): Promise<Decision> {
    const mine = this.#local.reserve(key);
    if (this.#mode === "local") return this.#decideAlone(key, mine);
    // The calls that fill the local window are all in Redis too, except for one window length after an outage.
    if (!mine.decision.admitted && performance.now() >= this.#doubtfulUntil) return mine.decision;
    try {
      const asked = mine.decision.admitted ? this.#shared.take(key) : this.#shared.peek(key);
      const theirs = await withTimeout(this.#patienceMs, asked);
      if (theirs.admitted) mine.keep();
      else mine.release();
      return stricterDecision(mine.decision, theirs);
    } catch (cause) {
      this.#goLocal(cause);
      return this.#decideAlone(key, mine);
    }
  }

  #decideAlone(key: string, mine: Reservation): Decision {
    mine.keep();
    if (mine.decision.admitted) this.#owed.add(key);
    this.#options.onFallback?.();
    return mine.decision;
  }

  // A write, and by the same script: a Redis that is out of memory or read-only would answer a ping.
  async #probe(onFailure?: (cause: unknown) => void): Promise<void> {
    try {
      await withTimeout(this.#patienceMs, this.#shared.probe());
    } catch (cause) {
      onFailure?.(cause);
      return;
    }
    this.#goShared();
  }

  #goLocal(cause: unknown): void {
    if (this.#probes || this.#closed) return;
    this.#mode = "local";
    this.#probes = setInterval(() => this.#probe(), PROBE_EVERY_MS).unref();
    // Only what it says: an error of the client also carries the command that failed, which for AUTH is the password.
    this.#options.onModeChange?.("local", String(cause).slice(0, LONGEST_CAUSE));
  }

  #goShared(): void {
    if (this.#mode === "shared" || this.#closed) return;
    clearInterval(this.#probes);
    this.#probes = undefined;
    this.#mode = "shared";
    if (this.#owed.size > 0) this.#doubtfulUntil = performance.now() + this.quota.windowSeconds * 1000;
    this.#owed.repay(this.#shared).catch((cause) => this.#goLocal(cause));
    this.#options.onModeChange?.("shared");
  }
}
