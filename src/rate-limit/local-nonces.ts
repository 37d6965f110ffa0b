/** How long nonces are remembered, and how many of each caller. */
export interface NonceLimits {
  readonly seconds: number;
  readonly perCaller: number;
}

interface Nonces {
  /** When each nonce expires, oldest first. */
  readonly expiries: Map<string, number>;
  /** When the newest one expires. */
  expiry: number;
}

/**
 * The nonces that this process has seen. Holds at most `limit` and refuses new ones beyond that: a nonce dropped early
 * could be replayed. Uses the wall clock, which also decides when a signature expires.
 */
export class LocalNonces {
  /** Least recently seen callers first. */
  readonly #callers = new Map<string, Nonces>();
  #size = 0;

  constructor(
    private readonly limits: NonceLimits,
    private readonly limit = 100_000,
    private readonly now: () => number = Date.now,
  ) {}

  has(caller: string, nonce: string): boolean {
    return (this.#callers.get(caller)?.expiries.get(nonce) ?? 0) > this.now();
  }

  /** Milliseconds until there is room for another nonce of this caller; 0 if there is. */
  wait(caller: string): number {
    this.#expire(caller);
    const own = this.#callers.get(caller)?.expiries;
    if (own !== undefined && own.size >= this.limits.perCaller) return firstOf(own.values()) - this.now();
    if (this.#size >= this.limit) return firstOf(this.#callers.values()).expiry - this.now();
    return 0;
  }

  add(caller: string, nonce: string): void {
    const expiry = this.now() + this.limits.seconds * 1000;
    const nonces = this.#callers.get(caller) ?? { expiries: new Map(), expiry };
    if (!nonces.expiries.delete(nonce)) this.#size++;
    nonces.expiries.set(nonce, expiry);
    nonces.expiry = expiry;
    this.#callers.delete(caller);
    this.#callers.set(caller, nonces);
  }

  delete(caller: string, nonce: string): void {
    if (this.#callers.get(caller)?.expiries.delete(nonce)) this.#size--;
  }

  /** Drops the expired nonces of this caller, and callers of which all nonces have expired. */
  #expire(caller: string): void {
    const now = this.now();
    for (const [nonce, expiry] of this.#callers.get(caller)?.expiries ?? []) {
      if (expiry > now) break;
      this.delete(caller, nonce);
    }
    for (const [idle, { expiries, expiry }] of this.#callers) {
      if (expiry > now) break;
      this.#callers.delete(idle);
      this.#size -= expiries.size;
    }
  }
}

/** The caller knows that there is one. */
function firstOf<T>(values: Iterator<T>): T {
  return values.next().value as T;
}
