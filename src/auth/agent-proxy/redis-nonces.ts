import type { NonceStore } from "./local-nonces.js";

/** The one command needed of an ioredis client, so that the caller's connection serves here too. */
export interface NonceRedis {
  set(key: string, value: string, expire: "EX", seconds: number, condition: "NX"): Promise<"OK" | null>;
}

export interface RedisNoncesOptions {
  readonly prefix?: string;
  readonly timeoutMs?: number;
  /** Told why Redis could not be asked. */
  readonly onFallback?: (error: unknown) => void;
}

/**
 * Exact across all instances that share a Redis. Every nonce is claimed in process too, and first: a replay costs no
 * round trip, and one seen here before Redis went away is still refused. While Redis is away that is all there is to
 * hold on to, so a nonce can be accepted once by each instance.
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
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      const giveUp = () => reject(new Error(`Redis did not answer within ${timeoutMs} ms`));
      // One more turn, which reads what has arrived: when our own loop stalls, its timers run before its sockets, and
      // a replay that Redis has long refused would pass.
      timer = setTimeout(() => setImmediate(giveUp), timeoutMs);
    });
    try {
      const asked = this.redis.set(`${prefix}${keyId}:${nonce}`, "1", "EX", ttlSeconds, "NX");
      return (await Promise.race([asked, timeout])) === "OK";
    } catch (error) {
      onFallback?.(error);
      return true;
    } finally {
      clearTimeout(timer);
    }
  }
}
