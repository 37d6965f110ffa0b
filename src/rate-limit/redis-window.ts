import type { ClientContext, Redis, Result } from "ioredis";
import type { Quota, Window } from "./window.js";
import { type Decision, toDecision } from "./window.js";
import { windowScript } from "./window-script.js";

type Verb = "take" | "peek" | "remember";

declare module "ioredis" {
  interface RedisCommander<Context extends ClientContext> {
    countCall(
      key: string,
      windowMicros: number,
      calls: number,
      verb: Verb,
      ageMicros: number,
    ): Result<[admitted: 0 | 1, used: number, wait: number], Context>;
  }
}

/** The exact sliding window of all instances that share a Redis: one round trip per call. Rejects if Redis fails. */
export class RedisWindow implements Window {
  readonly #redis: Redis;
  readonly #quota: Quota;
  readonly #prefix: string;
  #lastError = new Error("not connected to Redis");

  constructor(redis: Redis, quota: Quota, serviceName: string) {
    // Sent as EVAL once per connection, then as EVALSHA.
    redis.defineCommand("countCall", { numberOfKeys: 1, lua: windowScript });
    redis.on("error", (error) => {
      this.#lastError = error;
    });
    this.#redis = redis;
    this.#quota = quota;
    this.#prefix = `${serviceName}:calls:${quota.calls}/${quota.windowSeconds}s`;
  }

  /**
   * Resolves after the first attempt, whether or not it succeeded: the client keeps reconnecting in the background.
   */
  async connect(): Promise<void> {
    await this.#redis.connect().catch(() => {});
  }

  /** Reports every lost connection, even while there are no calls. */
  onLost(listener: (cause: Error) => void): void {
    this.#redis.on("close", () => listener(this.#lastError));
  }

  close(): void {
    this.#redis.disconnect();
  }

  take(key: string): Promise<Decision> {
    return this.#count(this.#logOf(key), "take");
  }

  /** What `take` would return, without counting. */
  peek(key: string): Promise<Decision> {
    return this.#count(this.#logOf(key), "peek");
  }

  /** Counts a call that was admitted without this window, `ageMs` milliseconds ago. */
  async remember(key: string, ageMs: number): Promise<void> {
    await this.#count(this.#logOf(key), "remember", Math.round(ageMs * 1000));
  }

  /** Rejects unless calls can be counted. */
  async probe(): Promise<void> {
    await this.#count(`${this.#prefix}:probe`, "remember");
  }

  #logOf(key: string): string {
    // The braces make the caller the hash tag that Redis Cluster uses to place the key.
    return `${this.#prefix}:{${key}}`;
  }

  async #count(log: string, verb: Verb, ageMicros = 0): Promise<Decision> {
    // This error has the reason ("WRONGPASS…", "ECONNREFUSED…"); the client's only says that its stream is closed.
    if (this.#redis.status !== "ready") throw this.#lastError;
    const { calls, windowSeconds } = this.#quota;
    const [admitted, used, wait] = await this.#redis.countCall(log, windowSeconds * 1_000_000, calls, verb, ageMicros);
    return toDecision(this.#quota.calls, admitted === 1, used, wait);
  }
}
