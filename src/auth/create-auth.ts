import { AgentProxy } from "./agent-proxy.js";
import type { WatchedFile } from "./config-file.js";
import { type IntrospectionEndpoint, IntrospectionVerifier } from "./introspection-verifier.js";
import type { ProxyKeys } from "./proxy-keys.js";
import { developmentKey, type StoredKeys, StoredKeyVerifier } from "./stored-keys.js";

interface AuthOptions {
  /** Bearer keys are verified by the identity service, else the keys file, else a development key. */
  readonly identity: IntrospectionEndpoint | undefined;
  readonly keys: WatchedFile<StoredKeys> | undefined;
  /** Public keys of the agent-auth proxy, which signs calls for the audience. */
  readonly proxyKeys: WatchedFile<ProxyKeys> | undefined;
  readonly audience: string;
  /** Called for the first of several failures in a row. The error contains no key. */
  onIdentityFailure(error: unknown): void;
}

/** Creates the verifiers that the configuration asks for. There is no proxy without its keys. */
export function createAuth({ identity, keys, proxyKeys, audience, onIdentityFailure }: AuthOptions) {
  const proxy = proxyKeys && new AgentProxy({ keys: proxyKeys, audience });
  if (identity !== undefined)
    return { proxy, bearer: new IntrospectionVerifier(identity, { onFailure: onIdentityFailure }) };
  if (keys !== undefined) return { proxy, bearer: new StoredKeyVerifier(keys) };
  const { key, verifier } = developmentKey();
  return { proxy, bearer: verifier, developmentKey: key };
}
