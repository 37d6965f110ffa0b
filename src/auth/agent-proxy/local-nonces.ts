export interface NonceStore {
  /** Resolves to true for the first claim of this key's nonce within `ttlSeconds`. Never rejects. */
  claim(keyId: string, nonce: string, ttlSeconds: number): Promise<boolean>;
}

/**
 * Exact within one process. Holds at most `limit` nonces and refuses new ones beyond that: a nonce dropped early
 * could be replayed. Uses the wall clock, which also decides when a signature expires.
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
