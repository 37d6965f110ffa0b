import { withTimeout } from "../../redis/with-timeout.js";
import type { NonceStore } from "./local-nonces.js";

/** The one command of an ioredis client that is used here. */
export interface NonceRedis {
  set(key: string, value: string, expire: "EX", seconds: number, condition: "NX"): Promise<"OK" | null>;
}

export interface RedisNoncesOptions {
  readonly prefix?: string;
  readonly timeoutMs?: number;
  /** Called with the reason why Redis could not be asked. */
  readonly onFallback?: (error: unknown) => void;
}

/**
 * Exact across all instances that share a Redis. Every nonce is first claimed in process: a replay then costs no
 * round trip, and a nonce seen here before Redis failed is still refused. While Redis is down, only the claims in
 * process count, so each instance can accept the same nonce once.
 */
export class RedisNonces implements NonceStore {
  constructor(
    private readonly redis: NonceRedis,
    private readonly local: NonceStore,
    private readonly options: RedisNoncesOptions = {},
  ) {}

  async claim(keyId: string, nonce: string, ttlSeconds: number): Promise<boolean> {
    if (!(await this.local.claim(keyId, nonce, ttlSeconds))) return false;
    const { prefix = "nonce:", timeoutMs = 50, onFallback } = this.options;
    try {
      const claimed = this.redis.set(`${prefix}${keyId}:${nonce}`, "1", "EX", ttlSeconds, "NX");
      return (await withTimeout(timeoutMs, claimed)) === "OK";
    } catch (error) {
      onFallback?.(error);
      return true;
    }
  }
}
