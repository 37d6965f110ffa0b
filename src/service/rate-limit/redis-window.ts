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

/**
 * The sliding window as one atomic script: a sorted set of the newest calls, scored by the
 * microsecond of each call, and a sorted set of the nonces of signed calls, scored by the
 * microsecond when each expires.
 *
 * KEYS: the caller's log and the caller's nonces. ARGV: the window in microseconds, calls, verb,
 * the nonce or an empty string, its lifetime in microseconds, and how many nonces there may be.
 * `count` counts the call if there is room, `use-nonce` only uses up its nonce, `probe` counts
 * without a limit. A refused call leaves no trace. Returns the outcome, how many calls are counted
 * now, and the microseconds until the oldest one expires.
 */
const windowScript = `
-- The clock of Redis, not of instances, which differ.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local window, calls, verb = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local nonce, lifetime, most = ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6])

local since = now - window + 1
local oldest = tonumber(redis.call('ZRANGEBYSCORE', KEYS[1], since, '+inf', 'LIMIT', 0, 1)[1])
-- If the clock was set back, callers would be locked out for the difference.
if oldest and oldest > now then
  redis.call('DEL', KEYS[1])
  oldest = nil
end
local used = redis.call('ZCOUNT', KEYS[1], since, '+inf')
local admitted = verb ~= 'count' or used < calls
local wait = (oldest or now) + window - now

if nonce ~= '' then
  local expiry = redis.call('ZSCORE', KEYS[2], nonce)
  if expiry and tonumber(expiry) > now then return { 'replayed', used, wait } end
  if redis.call('ZCOUNT', KEYS[2], now + 1, '+inf') >= most then
    local first = redis.call('ZRANGEBYSCORE', KEYS[2], now + 1, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    wait = math.max(admitted and 0 or wait, first[2] - now)
    admitted = false
  end
end

if admitted then
  -- The first write of the script must be one that adds: when Redis is out of memory, it rejects only the first one.
  if nonce ~= '' then
    redis.call('ZADD', KEYS[2], now + lifetime, nonce)
    redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
    redis.call('PEXPIRE', KEYS[2], math.ceil(lifetime / 1000))
  end
  if verb ~= 'use-nonce' then
    local at = now
    while redis.call('ZADD', KEYS[1], 'NX', at, at) == 0 do at = at + 1 end
    redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -calls - 1)
    redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000))
    used = used + 1
  end
end
return { admitted and 'admitted' or 'refused', used, wait }
`;

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

/** The exact sliding window of all instances that share a Redis. Rejects if Redis fails. */
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

  /** Resolves when connected, or after a second. */
  async connect(): Promise<void> {
    // With Sentinel, an attempt lasts until a sentinel answers.
    await withTimeout(CONNECT_MS, this.redis.connect()).catch(() => {});
  }

  onLost(listener: (cause: Error) => void): void {
    this.redis.on("close", () => listener(this.#lastError));
  }

  /** Replaces an open connection, whose peer may be gone, or no longer the primary. */
  reconnect(): void {
    if (this.redis.status === "ready" || this.redis.status === "connect")
      this.redis.disconnect(true);
  }

  close(): void {
    this.redis.disconnect();
  }

  decide(verb: Verb, key: string, nonce?: string): Promise<Decision> {
    const { calls, windowSeconds } = this.quota;
    const log = `${this.serviceName}:calls:${calls}/${windowSeconds}s:{${key}}`;
    return this.#count(log, key, verb, nonce);
  }

  /** Rejects unless calls of this caller can be counted. */
  async probe(key: string): Promise<void> {
    await this.#count(`${this.serviceName}:probe:{${key}}`, key, "probe");
  }

  async #count(log: string, key: string, verb: ScriptVerb, nonce = ""): Promise<Decision> {
    // It has the reason; that of the client only says that its stream is closed.
    if (this.redis.status !== "ready") throw this.#lastError;
    const [outcome, used, wait] = await this.redis.countCall(
      log,
      // Redis Cluster places keys by the tag in braces: one call uses one node.
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
