import type { RedisWindow } from "./redis-window.js";
import type { Verb } from "./window.js";

const BATCH_SIZE = 500;
const MAX_CALLS = 100_000;

interface UnsyncedCall {
  readonly verb: Verb;
  readonly key: string;
  readonly nonce: string | undefined;
  readonly at: number;
}

/**
 * Calls that were admitted without Redis and not synced yet. Keeps the newest of too many: they count the longest.
 */
export class UnsyncedCalls {
  #calls: UnsyncedCall[] = [];

  constructor(
    /** How long a call matters. */
    private readonly seconds: number,
  ) {}

  get size(): number {
    return this.#calls.length;
  }

  add(verb: Verb, key: string, nonce?: string): void {
    if (this.#calls.length >= MAX_CALLS) this.#calls.splice(0, MAX_CALLS / 2);
    this.#calls.push({ verb, key, nonce, at: performance.now() });
  }

  /** Keeps calls that may not have arrived: counting a call twice is safer than not counting it. */
  async syncTo(shared: RedisWindow): Promise<void> {
    const oldest = performance.now() - this.seconds * 1000;
    const due = this.#calls.filter(({ at }) => at > oldest);
    this.#calls = [];
    try {
      while (due.length > 0) {
        await Promise.all(due.slice(0, BATCH_SIZE).map((call) => sync(shared, call)));
        due.splice(0, BATCH_SIZE);
      }
    } catch (cause) {
      this.#calls = [...due, ...this.#calls];
      throw cause;
    }
  }
}

async function sync(shared: RedisWindow, { verb, key, nonce, at }: UnsyncedCall): Promise<void> {
  if (verb === "take") await shared.remember(key, nonce, performance.now() - at);
  else if (nonce !== undefined) await shared.decide("claim", key, nonce);
}
