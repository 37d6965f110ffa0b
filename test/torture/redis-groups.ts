import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../support/eventually.js";
import { ask, launchServer, type RedisProcess, redisServer } from "../support/redis.js";
import { restartPort } from "../support/restart-port.js";

/** Several Redis servers that elect a new primary when one is lost. They need `redis-server`. */
export interface RedisGroup {
  /** For `REDIS_URL`. */
  readonly url: string;
  /** Kills or freezes the primary of a key. Resolves when another one takes writes of the key. */
  failOver(key: string, signal: "SIGKILL" | "SIGSTOP"): Promise<void>;
  stop(): Promise<void>;
}

/** How long a primary may be silent before another one is elected. */
const DOWN_AFTER_MS = 1_000;

class Servers {
  readonly #processes = new Map<number, RedisProcess>();

  private constructor(readonly folder: string) {}

  static async open(): Promise<Servers> {
    return new Servers(await mkdtemp(join(tmpdir(), "assay-redis-")));
  }

  async start(...args: string[]): Promise<number> {
    const port = await restartPort();
    const common = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", this.folder, "--save", ""];
    this.#processes.set(
      port,
      await launchServer(port, [redisServer as string, ...args, ...common]),
    );
    return port;
  }

  signal(port: number, signal: NodeJS.Signals): void {
    this.#processes.get(port)?.signal(signal);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#processes.values()].map((process) => process.end()));
    await rm(this.folder, { recursive: true, force: true });
  }
}

const urlOf = (port: number) => `redis://127.0.0.1:${port}`;

/** A primary, two replicas and three sentinels. */
export async function startSentinels(): Promise<RedisGroup> {
  const servers = await Servers.open();
  let primary = await servers.start();
  for (let replica = 0; replica < 2; replica++)
    await inSync(await servers.start("--replicaof", "127.0.0.1", `${primary}`));
  const sentinels: number[] = [];
  for (let sentinel = 0; sentinel < 3; sentinel++) {
    const file = join(servers.folder, `sentinel-${sentinel}.conf`);
    const lines = [
      `monitor main 127.0.0.1 ${primary} 2`,
      `down-after-milliseconds main ${DOWN_AFTER_MS}`,
      "failover-timeout main 5000",
    ];
    await writeFile(file, lines.map((line) => `sentinel ${line}\n`).join(""));
    sentinels.push(await servers.start(file, "--sentinel"));
  }
  const [first] = sentinels as [number];
  // A failover needs sentinels that know each other, and replicas.
  await eventually(async () => {
    const info = fields((await ask(urlOf(first), "SENTINEL", "MASTER", "main")) as string[]);
    return info.get("num-other-sentinels") === "2" && info.get("num-slaves") === "2";
  });
  return {
    url: `redis+sentinel://${sentinels.map((port) => `127.0.0.1:${port}`).join(",")}/main`,
    async failOver(key, signal) {
      servers.signal(primary, signal);
      const lost = primary;
      await eventually(async () => {
        const [, port] = (await ask(
          urlOf(first),
          "SENTINEL",
          "GET-MASTER-ADDR-BY-NAME",
          "main",
        )) as [string, string];
        primary = Number(port);
        return primary !== lost && takesWrites(primary, key);
      });
    },
    stop: () => servers.stop(),
  };
}

/** Three primaries with a replica each. */
export async function startCluster(): Promise<RedisGroup> {
  const servers = await Servers.open();
  const nodes: { port: number; bus: number; id: string }[] = [];
  for (let node = 0; node < 6; node++) {
    const bus = await restartPort();
    const settings = ["--cluster-enabled", "yes", "--cluster-config-file", `nodes-${node}.conf`];
    const timing = ["--cluster-port", `${bus}`, "--cluster-node-timeout", `${DOWN_AFTER_MS}`];
    const port = await servers.start(...settings, ...timing);
    nodes.push({ port, bus, id: String(await ask(urlOf(port), "CLUSTER", "MYID")) });
  }
  const [first] = nodes as [(typeof nodes)[number]];
  for (const { port, bus } of nodes.slice(1))
    await ask(urlOf(first.port), "CLUSTER", "MEET", "127.0.0.1", `${port}`, `${bus}`);
  const slots = ["0", "5460", "5461", "10922", "10923", "16383"];
  for (let at = 0; at < 3; at++) {
    const { port } = nodes[at] as (typeof nodes)[number];
    await ask(urlOf(port), "CLUSTER", "ADDSLOTSRANGE", ...slots.slice(2 * at, 2 * at + 2));
  }
  for (const [at, { port }] of nodes.entries()) {
    await eventually(
      async () =>
        String(await ask(urlOf(port), "CLUSTER", "NODES"))
          .trim()
          .split("\n").length === 6,
    );
    if (at >= 3)
      await ask(urlOf(port), "CLUSTER", "REPLICATE", (nodes[at - 3] as (typeof nodes)[number]).id);
  }
  for (const { port } of nodes)
    await eventually(async () =>
      String(await ask(urlOf(port), "CLUSTER", "INFO")).includes("cluster_state:ok"),
    );
  for (const { port } of nodes.slice(3)) await inSync(port);
  const alive = new Set(nodes.map(({ port }) => port));
  return {
    url: `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}`,
    async failOver(key, signal) {
      const primary = await primaryOf(key, alive);
      alive.delete(primary);
      servers.signal(primary, signal);
      await eventually(async () => {
        const next = await primaryOf(key, alive);
        return next !== primary && takesWrites(next, key);
      });
    },
    stop: () => servers.stop(),
  };
}

async function primaryOf(key: string, alive: ReadonlySet<number>): Promise<number> {
  const [port] = alive;
  const slot = Number(await ask(urlOf(port ?? 0), "CLUSTER", "KEYSLOT", key));
  const ranges = (await ask(urlOf(port ?? 0), "CLUSTER", "SLOTS")) as [
    number,
    number,
    [string, number],
  ][];
  return ranges.find(([from, to]) => from <= slot && slot <= to)?.[2][1] ?? 0;
}

/** Only a replica with the data of its primary can replace it. */
async function inSync(replica: number): Promise<void> {
  await eventually(async () =>
    String(await ask(urlOf(replica), "INFO", "replication")).includes("master_link_status:up"),
  );
}

async function takesWrites(port: number, key: string): Promise<boolean> {
  try {
    return (await ask(urlOf(port), "SET", `written:{${key}}`, "1", "EX", "1")) === "OK";
  } catch {
    return false;
  }
}

function fields(pairs: readonly string[]): Map<string, string> {
  const entries = pairs.flatMap((name, at) =>
    at % 2 === 0 ? [[name, pairs[at + 1] ?? ""] as const] : [],
  );
  return new Map(entries);
}
