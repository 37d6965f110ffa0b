import { AgentProxy } from "./agent-proxy/agent-proxy.js";
import type { ProxyKeys } from "./agent-proxy/parse-proxy-keys.js";
import { IntrospectionClient, type IntrospectionEndpoint } from "./bearer/introspection-client.js";
import { IntrospectionVerifier } from "./bearer/introspection-verifier.js";
import { developmentKey } from "./bearer/new-key.js";
import type { StoredKeys } from "./bearer/parse-keys.js";
import { StoredKeyVerifier } from "./bearer/stored-key-verifier.js";
import type { BearerVerifier } from "./verdict.js";
import type { WatchedFile } from "./watched-file.js";

interface AuthOptions {
  /** Bearer keys are verified by the identity service, else the keys file, else a development key. */
  readonly identity?: IntrospectionEndpoint | undefined;
  readonly keys?: WatchedFile<StoredKeys> | undefined;
  /** Public keys of the agent-auth proxy. */
  readonly proxyKeys?: WatchedFile<ProxyKeys> | undefined;
  /** Called for the first of several failures in a row. The error contains no key. */
  onIdentityFailure(error: unknown): void;
}

interface Auth {
  bearer: BearerVerifier;
  /** Undefined if no proxy keys are configured. */
  proxyFor(audience: string): AgentProxy | undefined;
  developmentKey?: string;
  close(): void;
}

/** Creates the verifiers that the configuration asks for. */
export function createAuth({ identity, keys, proxyKeys, onIdentityFailure }: AuthOptions): Auth {
  const rest = {
    proxyFor: (audience: string) => proxyKeys && new AgentProxy({ keys: proxyKeys, audience }),
    close() {
      keys?.close();
      proxyKeys?.close();
    },
  };
  if (identity !== undefined) {
    const client = new IntrospectionClient(identity);
    return { ...rest, bearer: new IntrospectionVerifier(client, { onFailure: onIdentityFailure }) };
  }
  if (keys !== undefined) return { ...rest, bearer: new StoredKeyVerifier(keys) };
  const { key, verifier } = developmentKey();
  return { ...rest, bearer: verifier, developmentKey: key };
}
