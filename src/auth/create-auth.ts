import { redisClient } from "../redis/client.js";
import { AgentProxy } from "./agent-proxy/agent-proxy.js";
import { LocalNonces } from "./agent-proxy/local-nonces.js";
import type { ProxyKeys } from "./agent-proxy/parse-proxy-keys.js";
import { RedisNonces } from "./agent-proxy/redis-nonces.js";
import { IntrospectionClient, type IntrospectionEndpoint } from "./bearer/introspection-client.js";
import { IntrospectionVerifier } from "./bearer/introspection-verifier.js";
import { developmentKey } from "./bearer/new-key.js";
import type { StoredKeys } from "./bearer/parse-keys.js";
import { StoredKeyVerifier } from "./bearer/stored-key-verifier.js";
import type { BearerVerifier } from "./verdict.js";
import type { WatchedFile } from "./watched-file.js";

export interface AuthOptions {
  /** In this order: the identity service, a keys file, a development key. */
  readonly identity?: IntrospectionEndpoint | undefined;
  readonly keys?: WatchedFile<StoredKeys> | undefined;
  /** Of the agent-auth proxy. */
  readonly proxyKeys?: WatchedFile<ProxyKeys> | undefined;
  readonly redisUrl?: string | undefined;
  readonly serviceName: string;
  /** For the first of failures in a row; the error names no key. */
  onIdentityFailure(error: unknown): void;
  /** For every nonce that is claimed without Redis. */
  onNonceFallback(): void;
}

export interface Auth {
  bearer: BearerVerifier;
  /** Undefined where no proxy keys are configured. */
  proxyFor(audience: string): AgentProxy | undefined;
  developmentKey?: string;
  close(): void;
}

/** How callers are known, from what is configured. */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { identity, keys, proxyKeys } = options;
  const closers = [() => keys?.close(), () => proxyKeys?.close()];
  const close = () => {
    for (const closer of closers) closer();
  };
  const rest = { close, proxyFor: await openProxy() };
  if (identity !== undefined) {
    const client = new IntrospectionClient(identity);
    return { ...rest, bearer: new IntrospectionVerifier(client, { onFailure: options.onIdentityFailure }) };
  }
  if (keys !== undefined) return { ...rest, bearer: new StoredKeyVerifier(keys) };
  const { key, verifier } = developmentKey();
  return { ...rest, bearer: verifier, developmentKey: key };

  async function openProxy(): Promise<Auth["proxyFor"]> {
    if (proxyKeys === undefined) return () => undefined;
    const local = new LocalNonces();
    if (options.redisUrl === undefined)
      return (audience) => new AgentProxy({ keys: proxyKeys, audience, nonces: local });
    const redis = await redisClient(options.redisUrl);
    // Waited for, or the first calls after a start would be replays of calls that the other instances have answered.
    await redis.connect().catch(() => {});
    closers.push(() => redis.disconnect());
    const nonces = new RedisNonces(redis, local, {
      prefix: `${options.serviceName}:nonce:`,
      // With the 75 ms that the call rate may take, a proxy call waits no more than 100 ms for Redis.
      timeoutMs: 25,
      onFallback: options.onNonceFallback,
    });
    return (audience) => new AgentProxy({ keys: proxyKeys, audience, nonces });
  }
}
