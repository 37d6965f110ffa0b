import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importSources } from "../../scripts/import-sources.js";
import { KEY } from "./constant.js";
import { startServer } from "./start-server.js";

const { AUDIENCE, KNOWN_KEY } = await importSources("test/support/signed-call.ts");

/** Starts assay with everything on. The rate limit is high enough for the load. */
export async function startAssay(env = {}) {
  const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
  const write = (name, content) => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const keys = [{ id: "bench", sha256: createHash("sha256").update(KEY).digest("hex") }];
  const server = await startServer("dist/cli/main.js", {
    args: ["serve"],
    readyPath: "/readyz",
    env: {
      NODE_ENV: "production",
      // Without it, each page is written anew, with the address of the request.
      BASE_URL: "http://assay.example",
      MANAGEMENT_PORT: "0",
      KEYS_FILE: write("keys.json", { keys }),
      AGENT_PROXY_KEYS_FILE: write("proxy-keys.json", { keys: [KNOWN_KEY.jwk] }),
      AUDIENCE,
      TRUSTED_PROXIES: "127.0.0.0/8",
      RATE_LIMIT_CALLS: "100000",
      ...env,
    },
  });
  return {
    ...server,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
