import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "../support/eventually.js";
import { ready } from "../support/send.js";
import { serve } from "../support/serve.js";
import { type RunningService, startService } from "../support/service.js";
import { KNOWN_KEY } from "../support/signed-call.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import type { Circumstance } from "./error-cases.js";

export const BASE_URL = "https://assay.example";
/** Allowed to call /mcp. */
export const ORIGIN = "https://app.example";

/** One running service for each state. */
export type Services = Record<Circumstance, RunningService>;

/** Those that are asked for; to start one takes a second. */
export async function startServices(...asked: Circumstance[]): Promise<Services> {
  const folder = temporaryFolder();
  const plenty = { BASE_URL, RATE_LIMIT_CALLS: "100000" };
  const start: Record<Circumstance, () => Promise<RunningService>> = {
    plain: async () =>
      startService({ ...plenty, ALLOWED_ORIGINS: ORIGIN, AGENT_PROXY_KEYS_FILE: await proxyKeys(folder) }),
    "used-up": () => startUsedUp({ ...plenty, RATE_LIMIT_CALLS: "1" }),
    "without-identity": async () =>
      startService({
        ...plenty,
        IDENTITY_URL: await unusedAddress(),
        IDENTITY_CLIENT_ID: "id",
        IDENTITY_CLIENT_SECRET: "s",
      }),
    "without-registry": () => startWithoutRegistry(folder, plenty),
  };
  const all = await Promise.all(
    asked.map(async (circumstance) => [circumstance, await start[circumstance]()] as const),
  );
  return Object.fromEntries(all) as Services;
}

async function startUsedUp(env: Record<string, string>): Promise<RunningService> {
  const service = await startService(env);
  await (await fetch(`${service.url}/api/domains`)).body?.cancel();
  return service;
}

async function proxyKeys(folder: string): Promise<string> {
  const path = join(folder, "proxy-keys.json");
  await writeFile(path, JSON.stringify({ keys: [KNOWN_KEY.jwk] }));
  return path;
}

/** A registry that is up at the start, and then down for good. */
async function startWithoutRegistry(folder: string, env: Record<string, string>): Promise<RunningService> {
  const { url, close } = await serve((_, response) => response.end('{"generators":[{"id":"person-name"}]}'));
  const path = join(folder, "targets.json");
  const target = { id: "sample-studio", url: "http://localhost:8090", domains: ["generator-option"] };
  const targets = [{ ...target, registry: { url, refreshSeconds: 1, maxStaleSeconds: 1 } }];
  await writeFile(path, JSON.stringify({ targets }));
  const service = await startService({ ...env, TARGETS_FILE: path });
  close();
  await eventually(async () => (await ready(service)).registries[0].usable === false);
  return service;
}

async function unusedAddress(): Promise<string> {
  const { url, close } = await serve();
  close();
  return url;
}
