import { redisClient } from "./budget/redis-client.js";
import { AgentProxy } from "./callers/agent-proxy/agent-proxy.js";
import { LocalNonces } from "./callers/agent-proxy/local-nonces.js";
import { RedisNonces } from "./callers/agent-proxy/redis-nonces.js";
import type { BearerVerifier } from "./callers/bearer/bearer-verifier.js";
import { developmentKey } from "./callers/bearer/development-key.js";
import { IntrospectionClient } from "./callers/bearer/introspection-client.js";
import { IntrospectionVerifier } from "./callers/bearer/introspection-verifier.js";
import { StoredKeyVerifier } from "./callers/bearer/stored-key-verifier.js";
import type { Settings } from "./config.js";
import type { Files } from "./open-files.js";

export interface Callers {
  bearer: BearerVerifier;
  /** Undefined where no proxy keys are configured. */
  proxyFor(audience: string): AgentProxy | undefined;
  developmentKey?: string;
  close(): void;
}

interface Report {
  /** For the first of failures in a row; the error names no key. */
  onIdentityFailure(error: unknown): void;
  /** For every nonce that is claimed without Redis. */
  onNonceFallback(): void;
}

/** How callers are known, from what is configured: introspection before a keys file before a development key. */
export async function identify(settings: Settings, { keys, proxyKeys }: Files, report: Report): Promise<Callers> {
  const closers = [() => keys?.close(), () => proxyKeys?.close()];
  const close = () => {
    for (const closer of closers) closer();
  };
  const rest = { close, proxyFor: await openProxy() };
  if (settings.identity !== undefined) {
    const { onIdentityFailure: onFailure } = report;
    return { ...rest, bearer: new IntrospectionVerifier(new IntrospectionClient(settings.identity), { onFailure }) };
  }
  if (keys !== undefined) return { ...rest, bearer: new StoredKeyVerifier(keys) };
  const { key, verifier } = developmentKey();
  return { ...rest, bearer: verifier, developmentKey: key };

  async function openProxy(): Promise<Callers["proxyFor"]> {
    if (proxyKeys === undefined) return () => undefined;
    const local = new LocalNonces();
    if (settings.redisUrl === undefined)
      return (audience) => new AgentProxy({ keys: proxyKeys, audience, nonces: local });
    const redis = await redisClient(settings.redisUrl);
    // Waited for, or the first calls after a start would be replays of calls that the other instances have answered.
    await redis.connect().catch(() => {});
    closers.push(() => redis.disconnect());
    const nonces = new RedisNonces(redis, local, {
      prefix: `${settings.serviceName}:nonce:`,
      // With the 75 ms that the budget may take, a proxy call waits no more than 100 ms for Redis.
      timeoutMs: 25,
      onFallback: report.onNonceFallback,
    });
    return (audience) => new AgentProxy({ keys: proxyKeys, audience, nonces });
  }
}
