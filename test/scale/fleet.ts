import { hash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OwnRedis, startRedis } from "../support/redis.js";
import { steadyPort } from "../support/steady-port.js";
import { Instance } from "./instance.js";
import { type Balancer, startBalancer } from "./start-balancer.js";

/** Three instances behind a load balancer, with one Redis. Each part is a process. */
export class Fleet {
  private constructor(
    readonly redis: OwnRedis,
    readonly keys: readonly string[],
    readonly instances: readonly Instance[],
    private readonly balancer: Balancer,
    private readonly folder: string,
  ) {}

  static async start(): Promise<Fleet> {
    const folder = await mkdtemp(join(tmpdir(), "assay-fleet-"));
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
    return new Fleet(redis, keys, instances, await startBalancer([...ports], folder), folder);
  }

  get url(): string {
    return this.balancer.url;
  }

  async stop(): Promise<void> {
    await this.balancer.stop();
    await Promise.all(this.instances.map((instance) => instance.stop("SIGKILL")));
    await this.redis.stop();
    await rm(this.folder, { recursive: true });
  }
}
