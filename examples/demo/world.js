import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startIdentity } from "../neighbours/identity.js";
import { startTargetProduct } from "../neighbours/target-product.js";
import { startAssay } from "./assay-process.js";

const CLIENTS = { assay: "assay-secret", "sample-studio": "sample-studio-secret" };

/**
 * Starts the identity service, the target product and two instances of assay, all on free ports.
 *
 * @param {(() => Promise<unknown>)[]} stops  receives a function for everything that has to be stopped
 */
export async function startWorld(stops) {
  const folder = await mkdtemp(join(tmpdir(), "assay-demo-"));
  stops.push(() => rm(folder, { recursive: true }));
  const identity = await startIdentity({ clients: CLIENTS });
  stops.push(() => identity.close());
  const introspection = `${identity.url}/introspect`;
  const target = await startTargetProduct({
    identity: { url: introspection, clientId: "sample-studio", clientSecret: CLIENTS["sample-studio"] },
  });
  stops.push(() => target.close());

  const env = {
    IDENTITY_URL: introspection,
    IDENTITY_CLIENT_ID: "assay",
    IDENTITY_CLIENT_SECRET: CLIENTS.assay,
    TARGETS_FILE: join(folder, "targets.json"),
    AGENT_PROXY_KEYS_FILE: join(folder, "jwks.json"),
    ...(process.env.REDIS_URL && { REDIS_URL: process.env.REDIS_URL }),
  };
  const registry = { url: `${target.url}/api/generators`, refreshSeconds: 1 };
  const targets = [{ id: "sample-studio", url: target.url, domains: ["generator-option"], registry }];
  await writeFile(env.TARGETS_FILE, JSON.stringify({ targets }));
  await writeFile(env.AGENT_PROXY_KEYS_FILE, JSON.stringify(identity.jwkSet));
  const first = await startAssay(env, stops);
  // Both instances use one URL for links and as the audience of signed calls, as behind a load balancer.
  const second = await startAssay({ ...env, BASE_URL: first }, stops);
  identity.serveProxy({ assayUrl: second, audience: new URL(first).host });
  return { identityUrl: identity.url, targetUrl: target.url, assayUrls: [first, second] };
}
