import type { RedisWindow } from "./redis-window.js";

const AT_ONCE = 500;

/** Calls admitted without Redis, which it must still be told of. Of too many, the newest are kept: they stay counted longest. */
export class UnsyncedCalls {
  readonly #windowMs: number;
  readonly #most: number;
  #calls: { key: string; at: number }[] = [];

  constructor(windowSeconds: number, most = 100_000) {
    this.#windowMs = windowSeconds * 1000;
    this.#most = most;
  }

  get size(): number {
    return this.#calls.length;
  }

  add(key: string): void {
    if (this.#calls.length >= this.#most) this.#calls.splice(0, Math.ceil(this.#most / 2));
    this.#calls.push({ key, at: performance.now() });
  }

  /** What could not be told for certain stays owed: to count a call twice is safer than not at all. */
  async repay(shared: RedisWindow): Promise<void> {
    const oldest = performance.now() - this.#windowMs;
    const due = this.#calls.filter(({ at }) => at > oldest);
    this.#calls = [];
    try {
      while (due.length > 0) {
        await Promise.all(due.slice(0, AT_ONCE).map(({ key, at }) => shared.remember(key, performance.now() - at)));
        due.splice(0, AT_ONCE);
      }
    } catch (cause) {
      this.#calls = [...due, ...this.#calls];
      throw cause;
    }
  }
}
