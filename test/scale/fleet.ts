import { hash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { metricOf } from "../support/metrics.js";
import { clockAhead } from "../support/node-args.js";
import { startRedis } from "../support/redis.js";
import { restartPort } from "../support/restart-port.js";
import { type RunningService, startService } from "../support/service.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { startBalancer } from "./start-balancer.js";

/** Three instances behind a load balancer, with one Redis. Each part is a process. */
export class Fleet {
  private constructor(
    readonly keys: readonly string[],
    readonly instances: readonly Instance[],
    /** Of the load balancer. */
    readonly url: string,
  ) {}

  static async start(): Promise<Fleet> {
    const redis = await startRedis();
    const keys = Array.from({ length: 10 }, () => `ai_${randomBytes(32).toString("base64url")}`);
    const entries = keys.map((key, index) => ({
      id: `caller-${index}`,
      sha256: hash("sha256", key),
    }));
    const folder = temporaryFolder({ "keys.json": { keys: entries } });
    const env = {
      NODE_ENV: "production",
      // The same links for every instance, as behind any load balancer.
      BASE_URL: "http://assay.test",
      REDIS_URL: redis.url,
      KEYS_FILE: join(folder, "keys.json"),
      TRUSTED_PROXIES: "127.0.0.0/8",
    };
    const ports = new Set<number>();
    while (ports.size < 3) ports.add(await restartPort());
    // The clock of the first one is ahead by more than the window.
    const instances = [...ports].map(
      (port, at) => new Instance(port, env, at === 0 ? clockAhead(61) : []),
    );
    await Promise.all(instances.map((instance) => instance.start()));
    return new Fleet(keys, instances, await startBalancer([...ports], folder));
  }
}

/** One instance of a fleet, which keeps its port across restarts. */
export class Instance {
  readonly #runs: RunningService[] = [];

  constructor(
    readonly port: number,
    private readonly env: Record<string, string>,
    private readonly nodeArgs: string[],
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.#runs.push(await startService({ ...this.env, PORT: String(this.port) }, this.nodeArgs));
  }

  /** Returns the exit code, or null if the signal killed it. */
  async stop(signal: NodeJS.Signals): Promise<number | null> {
    return (await this.#runs.at(-1)?.stop(signal)) ?? null;
  }

  /** The trace ids of the requests answered since its last start, or ever. */
  traces(since: "start" | "ever" = "ever"): string[] {
    const runs = since === "ever" ? this.#runs : this.#runs.slice(-1);
    return runs.flatMap((run) =>
      run.logged("request").flatMap(({ trace_id }) => (trace_id ? [String(trace_id)] : [])),
    );
  }

  /** The time of its last request, by its own clock. */
  lastLogged(): number {
    return Date.parse(String(this.#runs.at(-1)?.logged("request").at(-1)?.time));
  }

  fallbacks(): Promise<number> {
    return metricOf(this.#runs.at(-1) as RunningService, "assay_limiter_fallbacks_total");
  }
}
