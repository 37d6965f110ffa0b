import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "./start-server.js";

export const KEY = "ai_bench_0123456789abcdefghijklmnop";
export const AUDIENCE = "assay.bench";

/** RFC 8032 §7.1, test 1. */
export const PROXY_KEY = {
  kty: "OKP",
  crv: "Ed25519",
  kid: "bench",
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
};

/**
 * assay with all features on: keys, agent proxy, rate limit, metrics and log. The limit is high enough for the load.
 */
export async function startAssay({ env = {}, files = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
  const write = (name, content) => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  const { d, ...publicKey } = PROXY_KEY;
  const server = await startServer("dist/main.js", {
    readyPath: "/readyz",
    env: {
      NODE_ENV: "production",
      MANAGEMENT_PORT: "0",
      KEYS_FILE: write("keys.json", {
        keys: [{ id: "bench", sha256: createHash("sha256").update(KEY).digest("hex") }],
      }),
      AGENT_PROXY_KEYS_FILE: write("proxy-keys.json", { keys: [publicKey] }),
      AUDIENCE,
      TRUSTED_PROXIES: "127.0.0.0/8",
      RATE_LIMIT_CALLS: "100000",
      // Paths of the caller's files, such as targets.json.
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace("{folder}", folder)])),
    },
  });
  return {
    ...server,
    write,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
