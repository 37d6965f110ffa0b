import { BoundedMap } from "../../ground/cache/bounded-map.js";
import {
  type Decision,
  type NonceLimits,
  type Outcome,
  type Quota,
  toDecision,
  type Verb,
} from "./window.js";

interface LocalOptions {
  maxKeys?: number;
  /** Whole microseconds of a monotonic clock. */
  now?: () => number;
}

// Integers, as in Redis: fractions would round up to 61 seconds.
const monotonic = () => Math.floor(performance.now() * 1000);

/**
 * The exact sliding window of this process. Of more than `maxKeys` callers, the least recently seen
 * ones start over: otherwise, an attacker with many addresses could lock out everyone else.
 */
export class LocalWindow {
  readonly #window: number;
  readonly #callers: BoundedMap<number[]>;
  readonly #now: () => number;
  readonly #nonces: LocalNonces;

  constructor(
    readonly quota: Quota,
    readonly nonces: NonceLimits,
    { maxKeys = 100_000, now = monotonic }: LocalOptions = {},
  ) {
    this.#window = quota.windowSeconds * 1_000_000;
    this.#callers = new BoundedMap(maxKeys / 2);
    this.#now = now;
    this.#nonces = new LocalNonces(nonces);
  }

  async decide(verb: Verb, key: string, nonce?: string): Promise<Decision> {
    const decision = this.look(verb, key, nonce);
    if (!decision.admitted) return decision;
    this.remember(verb, key, nonce);
    return verb === "count" ? { ...decision, remaining: decision.remaining - 1 } : decision;
  }

  /** Decides about a call without counting it. */
  look(verb: Verb, key: string, nonce?: string): Decision {
    const now = this.#now();
    const calls = this.#callsOf(key, now);
    const isFull = verb === "count" && calls.length >= this.quota.calls;
    const callWaitMicros = (calls[0] ?? now) + this.#window - now;
    const nonceWaitMicros = nonce === undefined ? 0 : this.#nonces.waitMs(key) * 1000;
    const refusedForMicros = Math.max(isFull ? callWaitMicros : 0, nonceWaitMicros);
    let outcome: Outcome = refusedForMicros > 0 ? "refused" : "admitted";
    if (nonce !== undefined && this.#nonces.has(key, nonce)) outcome = "replayed";
    return toDecision(this.quota.calls, outcome, calls.length, refusedForMicros || callWaitMicros);
  }

  /** Counts a call, and returns what undoes it. */
  remember(verb: Verb, key: string, nonce?: string): () => void {
    const now = this.#now();
    const calls = this.#callsOf(key, now);
    if (verb === "count") calls.push(now);
    if (nonce !== undefined) this.#nonces.add(key, nonce);
    return () => {
      const at = verb === "count" ? calls.lastIndexOf(now) : -1;
      if (at >= 0) calls.splice(at, 1);
      if (nonce !== undefined) this.#nonces.delete(key, nonce);
    };
  }

  mode() {
    return "unconfigured" as const;
  }

  close(): void {}

  #callsOf(key: string, now: number): number[] {
    const calls = this.#callers.get(key) ?? [];
    this.#callers.set(key, calls);
    const firstLive = calls.findIndex((time) => time + this.#window > now);
    if (firstLive !== 0) calls.splice(0, firstLive < 0 ? calls.length : firstLive);
    return calls;
  }
}

/**
 * The nonces that this process has seen. Beyond `maxNonces` it refuses new ones: an old one that was
 * dropped early could be replayed. Uses the wall clock, which decides when a signature expires.
 */
export class LocalNonces {
  /** When the nonces of each caller expire. The oldest come first, and the idlest caller. */
  readonly #callers = new Map<string, Map<string, number>>();
  #size = 0;

  constructor(
    private readonly limits: NonceLimits,
    private readonly maxNonces = 100_000,
    private readonly now: () => number = Date.now,
  ) {}

  has(caller: string, nonce: string): boolean {
    return (this.#callers.get(caller)?.get(nonce) ?? 0) > this.now();
  }

  /** Until there is room for another nonce of this caller. */
  waitMs(caller: string): number {
    const nonces = this.#expire(caller);
    if (nonces !== undefined && nonces.size >= this.limits.perCaller)
      return this.#untilFirst(nonces);
    for (const idle of this.#callers.keys()) {
      const live = this.#expire(idle);
      if (live !== undefined) return this.#size >= this.maxNonces ? this.#untilFirst(live) : 0;
    }
    return 0;
  }

  add(caller: string, nonce: string): void {
    const nonces = this.#callers.get(caller) ?? new Map<string, number>();
    if (!nonces.delete(nonce)) this.#size++;
    nonces.set(nonce, this.now() + this.limits.seconds * 1000);
    this.#callers.delete(caller);
    this.#callers.set(caller, nonces);
  }

  delete(caller: string, nonce: string): void {
    const nonces = this.#callers.get(caller);
    if (nonces?.delete(nonce)) this.#size--;
    if (nonces?.size === 0) this.#callers.delete(caller);
  }

  /** Returns what has not expired. */
  #expire(caller: string): ReadonlyMap<string, number> | undefined {
    const now = this.now();
    for (const [nonce, expiry] of this.#callers.get(caller) ?? []) {
      if (expiry > now) break;
      this.delete(caller, nonce);
    }
    return this.#callers.get(caller);
  }

  #untilFirst(nonces: ReadonlyMap<string, number>): number {
    const [expiry = 0] = nonces.values();
    return expiry - this.now();
  }
}
