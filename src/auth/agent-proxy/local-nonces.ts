export interface NonceStore {
  /** True for the first to claim this nonce of this key within the time. Never rejects. */
  claim(keyId: string, nonce: string, ttlSeconds: number): Promise<boolean>;
}

/**
 * Exact within one process. It holds at most `limit` nonces and refuses new ones beyond that: to forget one early would
 * let it be replayed. By the wall clock, because it is the wall clock that makes a signature stale.
 */
export class LocalNonces implements NonceStore {
  readonly #expiries = new Map<string, number>();

  constructor(
    private readonly limit = 100_000,
    private readonly now: () => number = Date.now,
  ) {}

  async claim(keyId: string, nonce: string, ttlSeconds: number): Promise<boolean> {
    const now = this.now();
    for (const [id, expiry] of this.#expiries) {
      if (expiry > now) break;
      this.#expiries.delete(id);
    }
    const id = `${keyId}:${nonce}`;
    if (this.#expiries.has(id) || this.#expiries.size >= this.limit) return false;
    this.#expiries.set(id, now + ttlSeconds * 1000);
    return true;
  }
}
