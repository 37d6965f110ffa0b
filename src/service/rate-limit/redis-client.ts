import type { Cluster, ClusterOptions, Redis, RedisOptions } from "ioredis";

export type RedisClient = Redis | Cluster;

/** A client that keeps reconnecting; meanwhile, its commands fail at once. */
export async function redisClient(url: string, ca?: string): Promise<RedisClient> {
  const address = parseRedisUrl(url);
  if (address === undefined) throw new Error("not the URL of a Redis");
  const { kind, hosts, username, password } = address;
  const tls = address.tls ? { ...(ca !== undefined && { ca }) } : undefined;
  const options = {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls && { tls }),
    // A command is never sent twice: its nonce would already be used up.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // No commandTimeout and no socketTimeout, which fire before arrived data is read.
    connectTimeout: 500,
    disconnectTimeout: 200,
    // It waits up to 10 s for a Redis that is loading.
    enableReadyCheck: false,
  };
  // Loaded only if a Redis is configured: it takes a tenth of the startup time and 10 MB.
  const { Redis, Cluster } = await import("ioredis");
  const client =
    kind === "cluster"
      ? new Cluster([...hosts], { ...CLUSTER_OPTIONS, redisOptions: options })
      : new Redis({ ...options, ...primaryOptions(address, tls) });
  // Without a listener, ioredis prints every failed attempt.
  client.on("error", () => {});
  return client;
}

const CLUSTER_OPTIONS = {
  lazyConnect: true,
  // With an offline queue, since nodes connect when needed.
  enableReadyCheck: false,
  clusterRetryStrategy: retryAfterMs,
  slotsRefreshTimeout: 500,
  // Fail at once. Only what was not executed is sent again.
  retryDelayOnFailover: 0,
  retryDelayOnClusterDown: 0,
  // Names stay names, which certificates are issued for.
  dnsLookup: (host, done) => done(null, host),
} satisfies ClusterOptions;

/** For a single Redis, or for the primary that sentinels know. */
function primaryOptions({ kind, hosts, name, db }: RedisAddress, tls: RedisOptions["tls"]) {
  return {
    ...(kind === "single" ? hosts[0] : { sentinels: [...hosts], name }),
    db,
    lazyConnect: true,
    enableOfflineQueue: false,
    // Each write takes as long as checking a key.
    enableAutoPipelining: true,
    retryStrategy: retryAfterMs,
    // A demoted primary stays reachable; reconnecting finds the new primary.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
    failoverDetector: true,
    sentinelRetryStrategy: retryAfterMs,
    sentinelCommandTimeout: 500,
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
  } satisfies RedisOptions;
}

function retryAfterMs(attempt: number): number {
  return Math.min(50 * attempt, 500);
}

/** Resolves to the reply of Redis, or rejects if none has arrived within `timeoutMs`. */
export async function withTimeout<T>(timeoutMs: number, reply: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let start: NodeJS.Immediate | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error(`Redis did not answer within ${timeoutMs} ms`));
    // From when the commands of this turn are sent. Timers run before sockets are read, immediates
    // after that: after a stall of ours, the reply may have arrived.
    start = setImmediate(() => {
      timer = setTimeout(() => setImmediate(giveUp), timeoutMs);
    });
  });
  try {
    return await Promise.race([reply, timeout]);
  } finally {
    clearImmediate(start);
    clearTimeout(timer);
  }
}

interface RedisHost {
  readonly host: string;
  readonly port?: number;
}

// The URL class does not know authorities of several hosts.
const PARTS =
  /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^:@/?#]*)(?::([^@/?#]*))?@)?([^@/?#]+)(?:\/([^?#]*))?$/;
const HOST = /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i;

type RedisAddress = NonNullable<ReturnType<typeof parseRedisUrl>>;

/** Reads `redis://host/0`, `redis+sentinel://h1,h2/name/0` or `redis+cluster://h1,h2`. */
export function parseRedisUrl(url: string) {
  const [, scheme, cluster, username, password, authority, path = ""] = PARTS.exec(url) ?? [];
  if (authority === undefined) return undefined;
  // One Redis, the sentinels that know the primary called `name`, or some nodes of a cluster.
  const kind = (cluster ?? "single") as "single" | "sentinel" | "cluster";
  const hosts = authority.split(",").map(parseHost);
  const [name = "", db = "", ...extra] =
    kind === "sentinel" ? path.split("/") : ["", ...path.split("/")];
  if (hosts.includes(undefined) || (kind === "single" && hosts.length > 1)) return undefined;
  if (extra.length > 0 || !/^\d{0,4}$/.test(db) || (kind === "sentinel") !== (name !== ""))
    return undefined;
  // A cluster has one database.
  if (kind === "cluster" && db !== "") return undefined;
  try {
    return {
      kind,
      tls: scheme === "rediss",
      hosts: hosts as RedisHost[],
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      name: decodeURIComponent(name),
      db: Number(db),
    };
  } catch {
    return undefined;
  }
}

function parseHost(value: string): RedisHost | undefined {
  const [, host, port] = HOST.exec(value) ?? [];
  if (host === undefined || Number(port ?? 0) > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ""), ...(port !== undefined && { port: Number(port) }) };
}
