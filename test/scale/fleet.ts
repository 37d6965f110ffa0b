import { spawn } from "node:child_process";
import { hash, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { atEnd } from "../support/at-end.js";
import { eventually } from "../support/eventually.js";
import { findProgram } from "../support/find-program.js";
import { killAtExit } from "../support/kill-at-exit.js";
import { metricOf } from "../support/metrics.js";
import { startRedis } from "../support/redis.js";
import { type RunningService, startService } from "../support/service.js";
import { steadyPort } from "../support/steady-port.js";
import { temporaryFolder } from "../support/temporary-folder.js";

/** Where `haproxy` is installed, if it is. */
export const haproxy = findProgram("haproxy");

/** Three instances with one Redis. Each part is a process. */
export class Fleet {
  private constructor(
    readonly keys: readonly string[],
    readonly instances: readonly Instance[],
  ) {}

  static async start(): Promise<Fleet> {
    const folder = temporaryFolder();
    const redis = await startRedis();
    const keys = Array.from({ length: 10 }, () => `ai_${randomBytes(32).toString("base64url")}`);
    const entries = keys.map((key, index) => ({ id: `caller-${index}`, sha256: hash("sha256", key) }));
    const keysFile = join(folder, "keys.json");
    await writeFile(keysFile, JSON.stringify({ keys: entries }));
    const env = {
      NODE_ENV: "production",
      // The same links for every instance, as behind any load balancer.
      BASE_URL: "http://assay.test",
      REDIS_URL: redis.url,
      KEYS_FILE: keysFile,
      TRUSTED_PROXIES: "127.0.0.0/8",
    };
    const ports = new Set<number>();
    while (ports.size < 3) ports.add(await steadyPort());
    const instances = [...ports].map((port) => new Instance(port, env));
    await Promise.all(instances.map((instance) => instance.start()));
    return new Fleet(keys, instances);
  }

  /** Starts haproxy with the deployed configuration before the instances. Gives its URL. */
  async balance(): Promise<string> {
    const deployed = await readFile("deploy/haproxy.cfg", "utf8");
    const port = await steadyPort();
    const servers = this.instances.map((instance, at) => `server assay${at} 127.0.0.1:${instance.port} check`);
    const file = join(temporaryFolder(), "haproxy.cfg");
    const here = deployed
      .replace(/^( *)bind .*$/m, `$1bind 127.0.0.1:${port}`)
      .replace(/^( *)server-template .*$/m, `$1${servers.join("\n  ")}`);
    await writeFile(file, here);
    const child = spawn(haproxy as string, ["-db", "-f", file], { stdio: "ignore" });
    killAtExit(child);
    atEnd(() => child.kill("SIGKILL"));
    const url = `http://127.0.0.1:${port}`;
    await eventually(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true);
    return url;
  }
}

/** One instance of a fleet, which keeps its port across restarts. */
export class Instance {
  readonly #runs: RunningService[] = [];

  constructor(
    readonly port: number,
    private readonly env: Record<string, string>,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.#runs.push(await startService({ ...this.env, PORT: String(this.port) }));
  }

  /** Returns the exit code, or null if the signal killed it. */
  async stop(signal: NodeJS.Signals): Promise<number | null> {
    return (await this.#runs.at(-1)?.stop(signal)) ?? null;
  }

  /** The trace ids of the requests answered since its last start, or ever. */
  traces(since: "start" | "ever" = "ever"): string[] {
    const runs = since === "ever" ? this.#runs : this.#runs.slice(-1);
    return runs.flatMap((run) => run.logged("request").flatMap(({ trace_id }) => (trace_id ? [String(trace_id)] : [])));
  }

  fallbacks(): Promise<number> {
    return metricOf(this.#runs.at(-1) as RunningService, "assay_limiter_fallbacks_total");
  }
}
