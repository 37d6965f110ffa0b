import type { ClientContext, Result } from "ioredis";
import { type RedisClient, withTimeout } from "./redis-client.js";
import {
  type Decision,
  type NonceLimits,
  type Outcome,
  type Quota,
  toDecision,
  type Verb,
} from "./window.js";
import { windowScript } from "./window-script.js";

/** `probe` writes, whatever is counted. */
type ScriptVerb = Verb | "probe";

type Arguments = [
  log: string,
  nonces: string,
  windowMicros: number,
  calls: number,
  verb: ScriptVerb,
  nonce: string,
  nonceMicros: number,
  maxNonces: number,
];

declare module "ioredis" {
  interface RedisCommander<Context extends ClientContext> {
    countCall(...sent: Arguments): Result<[outcome: Outcome, used: number, wait: number], Context>;
  }
}

const CONNECT_MS = 1_000;

/**
 * The exact sliding window of all instances that share a Redis: one round trip per call. Rejects if
 * Redis fails.
 */
export class RedisWindow {
  #lastError = new Error("not connected to Redis");

  constructor(
    private readonly redis: RedisClient,
    private readonly quota: Quota,
    private readonly nonces: NonceLimits,
    private readonly serviceName: string,
  ) {
    // Sent as EVAL once per connection, then as EVALSHA.
    redis.defineCommand("countCall", { numberOfKeys: 2, lua: windowScript });
    // A cluster reports errors of single nodes by an event of its own.
    for (const event of ["error", "node error"])
      redis.on(event, (error: Error) => {
        this.#lastError = error;
      });
  }

  /**
   * Resolves when connected, or after a second: the client keeps reconnecting in the background.
   */
  async connect(): Promise<void> {
    // With Sentinel, an attempt lasts until a sentinel answers.
    await withTimeout(CONNECT_MS, this.redis.connect()).catch(() => {});
  }

  /** Reports every lost connection, even while there are no calls. */
  onLost(listener: (cause: Error) => void): void {
    this.redis.on("close", () => listener(this.#lastError));
  }

  /**
   * Replaces a connection that is open but does not work: its peer may be gone, or no longer the
   * primary.
   */
  reconnect(): void {
    if (this.redis.status === "ready" || this.redis.status === "connect")
      this.redis.disconnect(true);
  }

  close(): void {
    this.redis.disconnect();
  }

  decide(verb: Verb, key: string, nonce?: string): Promise<Decision> {
    return this.#count(this.#logOf(key), key, verb, nonce);
  }

  /**
   * Rejects unless calls of this caller can be counted: in a cluster, the caller decides which node
   * is asked.
   */
  async probe(key: string): Promise<void> {
    await this.#count(`${this.serviceName}:probe:{${key}}`, key, "probe");
  }

  #logOf(key: string): string {
    const { calls, windowSeconds } = this.quota;
    return `${this.serviceName}:calls:${calls}/${windowSeconds}s:{${key}}`;
  }

  async #count(log: string, key: string, verb: ScriptVerb, nonce = ""): Promise<Decision> {
    // This error has the reason ("WRONGPASS…", "ECONNREFUSED…"); the client's only says that its
    // stream is closed.
    if (this.redis.status !== "ready") throw this.#lastError;
    const [outcome, used, wait] = await this.redis.countCall(
      log,
      // The braces make the caller the hash tag by which Redis Cluster places keys: one call uses
      // one node.
      `${this.serviceName}:nonces:{${key}}`,
      this.quota.windowSeconds * 1_000_000,
      this.quota.calls,
      verb,
      nonce,
      this.nonces.seconds * 1_000_000,
      this.nonces.perCaller,
    );
    return toDecision(this.quota.calls, outcome, used, wait);
  }
}
