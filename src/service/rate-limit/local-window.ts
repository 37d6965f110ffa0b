import { BoundedMap } from "../../ground/cache/bounded-map.js";
import { type Decision, type NonceLimits, type Outcome, type Quota, toDecision, type Verb } from "./window.js";

/** A slot and a nonce held for a call until `keep` or `release`, which do nothing if it was refused. */
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
 * The exact sliding window of this process. Stores at most `calls` numbers for each of `maxKeys` callers. If there are
 * more, the least recently seen ones start over: refusing new callers instead would let an attacker with many addresses
 * lock out everyone else.
 */
export class LocalWindow {
  readonly #window: number;
  readonly #callers: BoundedMap<Calls>;
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
    const reservation = this.reserve(verb, key, nonce);
    reservation.keep();
    return reservation.decision;
  }

  reserve(verb: Verb, key: string, nonce?: string): Reservation {
    const now = this.#now();
    const calls = this.#callsOf(key, now);
    const isFull = verb === "count" && calls.at.length + calls.reserved >= this.quota.calls;
    const callWaitMicros = (calls.at[0] ?? now) + this.#window - now;
    const nonceWaitMicros = nonce === undefined ? 0 : this.#nonces.waitMs(key) * 1000;
    const refusedForMicros = Math.max(isFull ? callWaitMicros : 0, nonceWaitMicros);
    const waitMicros = refusedForMicros || callWaitMicros;
    let outcome: Outcome = refusedForMicros > 0 ? "refused" : "admitted";
    if (nonce !== undefined && this.#nonces.has(key, nonce)) outcome = "replayed";
    const holdsSlot = outcome === "admitted" && verb === "count";
    const heldNonce = outcome === "admitted" ? nonce : undefined;
    if (holdsSlot) calls.reserved++;
    if (heldNonce !== undefined) this.#nonces.add(key, heldNonce);
    return {
      decision: toDecision(this.quota.calls, outcome, calls.at.length + calls.reserved, waitMicros),
      keep: () => {
        if (!holdsSlot) return;
        calls.reserved--;
        // Only now, when Redis has counted the call: its slot must not be free here before it is free there.
        calls.at.push(this.#now());
      },
      release: () => {
        if (holdsSlot) calls.reserved--;
        if (heldNonce !== undefined) this.#nonces.delete(key, heldNonce);
      },
    };
  }

  mode() {
    return "unconfigured" as const;
  }

  close(): void {}

  #callsOf(key: string, now: number): Calls {
    const calls = this.#callers.get(key) ?? { at: [], reserved: 0 };
    this.#callers.set(key, calls);
    const firstLive = calls.at.findIndex((time) => time + this.#window > now);
    if (firstLive !== 0) calls.at.splice(0, firstLive < 0 ? calls.at.length : firstLive);
    return calls;
  }
}

/**
 * The nonces that this process has seen. It holds at most `maxNonces`, and then refuses new ones: an old one that was
 * dropped early could be replayed. Uses the wall clock, which also decides when a signature expires.
 */
export class LocalNonces {
  /** For each caller, when its nonces expire, oldest first. The caller that was seen least recently comes first. */
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

  /** Milliseconds until there is room for another nonce of this caller; 0 if there is. */
  waitMs(caller: string): number {
    const nonces = this.#expire(caller);
    if (nonces !== undefined && nonces.size >= this.limits.perCaller) return this.#untilFirst(nonces);
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

  /** Drops the expired nonces of a caller, and returns the others, if any. */
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
