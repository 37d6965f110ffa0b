import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { atEnd } from "../support/at-end.js";
import { eventually } from "../support/eventually.js";
import { slowFetches } from "../support/node-args.js";
import { type RunningService, startService } from "../support/service.js";
import { temporaryFolder } from "../support/temporary-folder.js";

/** A busy machine must not look like an identity service that is down. */
const PATIENCE = slowFetches(60);

interface Started {
  identityUrl: string;
  /** Of sample-studio, which takes generators. */
  targetUrl: string;
  /** Of sample-warehouse, which takes data contracts. */
  warehouseUrl: string;
  jwkSet: object;
  clients: { assay: string };
}

export interface Neighbourhood extends Started {
  assay: RunningService;
  /** Issues a key for a new agent. */
  issueKey(): Promise<string>;
  /** Of sample-studio. */
  generators(): Promise<{ id: string }[]>;
  /** Resolves when assay knows all entries that the registry at the URL has now. */
  registryRefreshed(url?: string): Promise<void>;
}

/** Starts assay and the services around it as processes: the identity service and the target products. */
export async function startNeighbourhood(): Promise<Neighbourhood> {
  const child = fork(fileURLToPath(new URL("neighbours.mjs", import.meta.url)), { execArgv: PATIENCE });
  atEnd(() => child.disconnect());
  const [started] = (await once(child, "message")) as [Started];
  const { identityUrl, targetUrl, warehouseUrl, jwkSet, clients } = started;
  const folder = temporaryFolder();
  const targetsFile = join(folder, "targets.json");
  const keysFile = join(folder, "jwks.json");
  const targets = [
    { id: "sample-studio", url: targetUrl, domains: ["generator-option"] },
    { id: "sample-warehouse", url: warehouseUrl, domains: ["data-contract"] },
  ].map((target) => ({ ...target, registry: { url: `${target.url}/api/generators`, refreshSeconds: 1 } }));
  await writeFile(targetsFile, JSON.stringify({ targets }));
  await writeFile(keysFile, JSON.stringify(jwkSet));
  const env = {
    IDENTITY_URL: `${identityUrl}/introspect`,
    IDENTITY_CLIENT_ID: "assay",
    IDENTITY_CLIENT_SECRET: clients.assay,
    RULES_DIR: ["rules", "examples/rules"].join(delimiter),
    TARGETS_FILE: targetsFile,
    AGENT_PROXY_KEYS_FILE: keysFile,
    AUDIENCE: "assay.test",
    // Each test uses its own address, with the real quota of a caller.
    TRUSTED_PROXIES: "127.0.0.1",
  };
  const assay = await startService(env, PATIENCE);
  child.send({ assayUrl: assay.url, audience: "assay.test" });

  const generators = async (url = targetUrl) => {
    const response = await fetch(`${url}/api/generators`);
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
    async registryRefreshed(url = targetUrl) {
      const { length } = await generators(url);
      const target = url === targetUrl ? "sample-studio" : "sample-warehouse";
      const isKnown = (entry: Record<string, unknown>) => entry.target === target && Number(entry.ids) >= length;
      await eventually(() => assay.logged("registry").some(isKnown));
    },
  };
}
