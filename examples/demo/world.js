import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startIdentity } from "../neighbours/identity.js";
import { startTargetProduct } from "../neighbours/target-product.js";

/** @param {string} path */
const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const RULES = ["rules", "examples/rules"].map(fromRoot);
const CLIENTS = {
  assay: "assay-secret",
  "sample-studio": "sample-studio-secret",
  "sample-warehouse": "sample-warehouse-secret",
};

/**
 * Starts the identity service, two target products and two instances of assay, all on free ports. Each product accepts
 * proposals for a domain of its own.
 *
 * @param {(() => Promise<unknown>)[]} stops  receives a function for everything that has to be stopped
 */
export async function startWorld(stops) {
  const folder = await mkdtemp(join(tmpdir(), "assay-demo-"));
  stops.push(() => rm(folder, { recursive: true }));
  const identity = await startIdentity({ clients: CLIENTS });
  stops.push(() => identity.close());
  const introspection = `${identity.url}/introspect`;
  /** @param {"sample-studio" | "sample-warehouse"} product @param {string} domainId */
  const startTarget = async (product, domainId) => {
    const client = { url: introspection, clientId: product, clientSecret: CLIENTS[product] };
    const { url, close } = await startTargetProduct({ product, identity: client, rules: RULES });
    stops.push(close);
    return {
      id: product,
      url,
      domains: [domainId],
      registry: { url: `${url}/api/generators`, refreshSeconds: 1 },
    };
  };
  const targets = [
    await startTarget("sample-studio", "generator-option"),
    await startTarget("sample-warehouse", "data-contract"),
  ];

  const env = {
    IDENTITY_URL: introspection,
    IDENTITY_CLIENT_ID: "assay",
    IDENTITY_CLIENT_SECRET: CLIENTS.assay,
    RULES_DIR: RULES.join(delimiter),
    TARGETS_FILE: join(folder, "targets.json"),
    AGENT_PROXY_KEYS_FILE: join(folder, "jwks.json"),
    ...(process.env.REDIS_URL && { REDIS_URL: process.env.REDIS_URL }),
  };
  await writeFile(env.TARGETS_FILE, JSON.stringify({ targets }));
  await writeFile(env.AGENT_PROXY_KEYS_FILE, JSON.stringify(identity.jwkSet));
  const first = await startAssay(env, stops);
  // Both instances use one URL for links and as the audience of signed calls, as behind a load balancer.
  const second = await startAssay({ ...env, BASE_URL: first }, stops);
  identity.serveProxy({ assayUrl: second, audience: new URL(first).host });
  /** @type {[string, string]} */
  const assayUrls = [first, second];
  return { identityUrl: identity.url, targetUrls: targets.map(({ url }) => url), assayUrls };
}

/**
 * Starts one instance of the built service on a free port and waits until it listens.
 *
 * @param {Record<string, string>} env
 * @param {{ push(stop: () => Promise<unknown>): void }} stops  receives a function that stops the instance
 */
async function startAssay(env, stops) {
  const child = spawn(process.execPath, ["dist/cli/main.js", "serve"], {
    cwd: fromRoot(""),
    env: { PATH: process.env.PATH, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  stops.push(() => {
    child.kill("SIGTERM");
    return exited;
  });
  // Even if an unexpected error ends this process.
  process.once("exit", () => child.kill("SIGKILL"));
  const listening = new Promise((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.includes('"msg":"listening"')) resolve(JSON.parse(line).port);
    });
  });
  const port = await Promise.race([
    listening,
    exited.then(([code]) => Promise.reject(new Error(`assay exited with ${code}`))),
  ]);
  return `http://localhost:${port}`;
}
