import { redisClient } from "./budget/redis-client.js";
import { AgentProxy } from "./callers/agent-proxy/agent-proxy.js";
import { LocalNonces } from "./callers/agent-proxy/local-nonces.js";
import { parseProxyKeys } from "./callers/agent-proxy/parse-proxy-keys.js";
import { RedisNonces } from "./callers/agent-proxy/redis-nonces.js";
import type { BearerVerifier } from "./callers/bearer/bearer-verifier.js";
import { developmentKey } from "./callers/bearer/development-key.js";
import { IntrospectionClient } from "./callers/bearer/introspection-client.js";
import { IntrospectionVerifier } from "./callers/bearer/introspection-verifier.js";
import { parseKeys } from "./callers/bearer/parse-keys.js";
import { StoredKeyVerifier } from "./callers/bearer/stored-key-verifier.js";
import { WatchedFile } from "./callers/watched-file.js";
import type { Settings } from "./config.js";
import type { Logger } from "./ops/log.js";

export interface Callers {
  bearer: BearerVerifier;
  /** Undefined where no proxy keys are configured. */
  proxyFor(audience: string): AgentProxy | undefined;
  developmentKey?: string;
  close(): void;
}

/** How callers are known, from what is configured: introspection before a keys file before a development key. */
export async function identify(settings: Settings, log: Logger): Promise<Callers> {
  const closers: (() => void)[] = [];
  const close = () => {
    for (const closer of closers) closer();
  };
  const rest = { close, proxyFor: await openProxy() };
  if (settings.identity !== undefined) {
    const onFailure = () => log.debug("the identity service did not answer");
    return { ...rest, bearer: new IntrospectionVerifier(new IntrospectionClient(settings.identity), { onFailure }) };
  }
  if (settings.keysFile !== undefined)
    return { ...rest, bearer: new StoredKeyVerifier(await watch(settings.keysFile, parseKeys)) };
  const { key, verifier } = developmentKey();
  return { ...rest, bearer: verifier, developmentKey: key };

  async function openProxy(): Promise<Callers["proxyFor"]> {
    if (settings.agentProxyKeysFile === undefined) return () => undefined;
    const keys = await watch(settings.agentProxyKeysFile, parseProxyKeys);
    const local = new LocalNonces();
    if (settings.redisUrl === undefined) return (audience) => new AgentProxy({ keys, audience, nonces: local });
    const redis = redisClient(settings.redisUrl);
    // Waited for, or the first calls after a start would be replays of calls that the other instances have answered.
    await redis.connect().catch(() => {});
    closers.push(() => redis.disconnect());
    // With the 75 ms that the budget may take, a proxy call waits no more than 100 ms for Redis.
    const nonces = new RedisNonces(redis, local, { prefix: `${settings.serviceName}:nonce:`, timeoutMs: 25 });
    return (audience) => new AgentProxy({ keys, audience, nonces });
  }

  async function watch<T>(path: string, parse: (text: string) => T): Promise<WatchedFile<T>> {
    const file = await WatchedFile.open(path, parse, {
      onFaults: (faults) => log.error({ path, faults }, "the last good keys stay in use"),
    });
    closers.push(() => file.close());
    return file;
  }
}
