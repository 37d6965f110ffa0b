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
  /** Bearer keys are verified by the identity service, else the keys file, else a development key. */
  readonly identity?: IntrospectionEndpoint | undefined;
  readonly keys?: WatchedFile<StoredKeys> | undefined;
  /** Public keys of the agent-auth proxy. */
  readonly proxyKeys?: WatchedFile<ProxyKeys> | undefined;
  readonly redisUrl?: string | undefined;
  readonly serviceName: string;
  /** Called for the first of several failures in a row. The error contains no key. */
  onIdentityFailure(error: unknown): void;
  /** Called for every nonce that is claimed without Redis. */
  onNonceFallback(): void;
}

export interface Auth {
  bearer: BearerVerifier;
  /** Undefined if no proxy keys are configured. */
  proxyFor(audience: string): AgentProxy | undefined;
  developmentKey?: string;
  close(): void;
}

/** Creates the verifiers that the configuration asks for. */
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
    // Awaited: until Redis is connected, calls that other instances have answered could be replayed here.
    await redis.connect().catch(() => {});
    closers.push(() => redis.disconnect());
    const nonces = new RedisNonces(redis, local, {
      prefix: `${options.serviceName}:nonce:`,
      // With the 75 ms of the rate limit, a proxy call waits at most 100 ms for Redis.
      timeoutMs: 25,
      onFallback: options.onNonceFallback,
    });
    return (audience) => new AgentProxy({ keys: proxyKeys, audience, nonces });
  }
}
