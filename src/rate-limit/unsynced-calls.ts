import type { RedisWindow } from "./redis-window.js";

const BATCH_SIZE = 500;

/**
 * Calls that were admitted without Redis and not synced yet. Keeps the newest of too many: they count the longest.
 */
export class UnsyncedCalls {
  readonly #windowMs: number;
  readonly #limit: number;
  #calls: { key: string; at: number }[] = [];

  constructor(windowSeconds: number, limit = 100_000) {
    this.#windowMs = windowSeconds * 1000;
    this.#limit = limit;
  }

  get size(): number {
    return this.#calls.length;
  }

  add(key: string): void {
    if (this.#calls.length >= this.#limit) this.#calls.splice(0, Math.ceil(this.#limit / 2));
    this.#calls.push({ key, at: performance.now() });
  }

  /** Keeps calls that may not have arrived: counting a call twice is safer than not counting it. */
  async syncTo(shared: RedisWindow): Promise<void> {
    const oldest = performance.now() - this.#windowMs;
    const due = this.#calls.filter(({ at }) => at > oldest);
    this.#calls = [];
    try {
      while (due.length > 0) {
        await Promise.all(due.slice(0, BATCH_SIZE).map(({ key, at }) => shared.remember(key, performance.now() - at)));
        due.splice(0, BATCH_SIZE);
      }
    } catch (cause) {
      this.#calls = [...due, ...this.#calls];
      throw cause;
    }
  }
}
