import type { Mode, Quota, RateLimit } from "./window.js";
import { type Decision, toDecision } from "./window.js";

/**
 * A slot held for a call that is not decided yet: end it with `keep` or `release`. Both do nothing if it was refused.
 */
export interface Reservation {
  decision: Decision;
  keep(): void;
  release(): void;
}

interface Calls {
  at: number[];
  reserved: number;
}

interface LocalOptions {
  maxKeys?: number;
  /** Whole microseconds of a monotonic clock. */
  now?: () => number;
}

// Integers, as in Redis: 12345.678 + 60000 - 12345.678 is slightly more than 60000, and would round up to 61 seconds.
const monotonic = () => Math.floor(performance.now() * 1000);

/**
 * The exact sliding window of this process. Stores at most `calls` numbers for each of `maxKeys` callers.
 *
 * Callers live in two generations. The older one is dropped as a whole after a window length, which loses nothing, or
 * when the younger one is full. Then the least recently seen callers start over. Refusing new callers instead would
 * let an attacker with many addresses lock out everyone else.
 */
export class LocalWindow implements RateLimit {
  readonly quota: Quota;
  readonly #window: number;
  readonly #generationSize: number;
  readonly #now: () => number;
  #young = new Map<string, Calls>();
  #old = new Map<string, Calls>();
  #bornAt: number;

  constructor(quota: Quota, { maxKeys = 100_000, now = monotonic }: LocalOptions = {}) {
    this.quota = quota;
    this.#window = quota.windowSeconds * 1_000_000;
    this.#generationSize = Math.max(1, Math.floor(maxKeys / 2));
    this.#now = now;
    this.#bornAt = now();
  }

  async take(key: string): Promise<Decision> {
    const reservation = this.reserve(key);
    reservation.keep();
    return reservation.decision;
  }

  reserve(key: string): Reservation {
    const now = this.#now();
    const calls = this.#callsOf(key, now);
    const used = calls.at.length + calls.reserved;
    const admitted = used < this.quota.calls;
    const wait = (calls.at[0] ?? now) + this.#window - now;
    if (admitted) calls.reserved++;
    const settle = (kept: boolean) => {
      if (!admitted) return;
      calls.reserved--;
      if (kept) calls.at.push(this.#now());
    };
    return {
      decision: toDecision(this.quota.calls, admitted, admitted ? used + 1 : used, wait),
      keep: () => settle(true),
      release: () => settle(false),
    };
  }

  mode(): Mode {
    return "local";
  }

  close(): void {}

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  #callsOf(key: string, now: number): Calls {
    const young = this.#young.get(key);
    const calls = young ?? this.#old.get(key) ?? { at: [], reserved: 0 };
    if (!young) {
      this.#old.delete(key);
      if (this.#young.size >= this.#generationSize || now - this.#bornAt >= this.#window) this.#age(now);
      this.#young.set(key, calls);
    }
    const live = calls.at.findIndex((at) => at + this.#window > now);
    calls.at.splice(0, live < 0 ? calls.at.length : live);
    return calls;
  }

  #age(now: number): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#bornAt = now;
  }
}
