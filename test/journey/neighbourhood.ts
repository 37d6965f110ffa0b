import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eventually } from "../support/eventually.js";
import { type RunningService, startService } from "../support/service.js";

interface Started {
  identityUrl: string;
  targetUrl: string;
  jwkSet: object;
  clients: { assay: string; "sample-studio": string };
}

export interface Neighbourhood extends Started {
  assay: RunningService;
  /** Issues a key for a new agent. */
  issueKey(): Promise<string>;
  generators(): Promise<{ id: string }[]>;
  /** Resolves when assay knows all current generators of the target product. */
  registryRefreshed(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts assay and the services around it as processes: the identity service and the target product. */
export async function startNeighbourhood(): Promise<Neighbourhood> {
  const child = fork(fileURLToPath(new URL("neighbours.mjs", import.meta.url)), { execArgv: [] });
  const [started] = (await once(child, "message")) as [Started];
  const { identityUrl, targetUrl, jwkSet, clients } = started;
  const folder = await mkdtemp(join(tmpdir(), "assay-journey-"));
  const targetsFile = join(folder, "targets.json");
  const keysFile = join(folder, "jwks.json");
  const registry = { url: `${targetUrl}/api/generators`, refreshSeconds: 1 };
  const targets = [{ id: "sample-studio", url: targetUrl, domains: ["generator-option"], registry }];
  await writeFile(targetsFile, JSON.stringify({ targets }));
  await writeFile(keysFile, JSON.stringify(jwkSet));
  const assay = await startService({
    IDENTITY_URL: `${identityUrl}/introspect`,
    IDENTITY_CLIENT_ID: "assay",
    IDENTITY_CLIENT_SECRET: clients.assay,
    TARGETS_FILE: targetsFile,
    AGENT_PROXY_KEYS_FILE: keysFile,
    AUDIENCE: "assay.test",
    // Each test uses its own address, with the real quota of a caller.
    TRUSTED_PROXIES: "127.0.0.1",
  });
  child.send({ assayUrl: assay.url, audience: "assay.test" });

  const generators = async () => {
    const response = await fetch(`${targetUrl}/api/generators`);
    return ((await response.json()) as { generators: { id: string }[] }).generators;
  };
  return {
    ...started,
    assay,
    async issueKey() {
      const response = await fetch(`${identityUrl}/keys`, { method: "POST" });
      return ((await response.json()) as { key: string }).key;
    },
    generators,
    async registryRefreshed() {
      const { length } = await generators();
      await eventually(() => assay.logged("registry").some((entry) => Number(entry.generators) >= length));
    },
    async stop() {
      await assay.stop();
      child.disconnect();
      await once(child, "exit");
      await rm(folder, { recursive: true });
    },
  };
}
