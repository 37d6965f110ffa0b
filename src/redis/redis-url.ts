interface RedisHost {
  readonly host: string;
  readonly port?: number;
}

/** One Redis, the sentinels that know the primary called `name`, or some nodes of a cluster. */
type RedisKind = "single" | "sentinel" | "cluster";

interface RedisUrl {
  readonly kind: RedisKind;
  readonly tls: boolean;
  readonly hosts: readonly RedisHost[];
  readonly username?: string;
  readonly password?: string;
  /** The name of the primary; empty unless the kind is `sentinel`. */
  readonly name: string;
  readonly db: number;
}

// The URL class does not know authorities of several hosts.
const PARTS = /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^:@/?#]*)(?::([^@/?#]*))?@)?([^@/?#]+)(?:\/([^?#]*))?$/;
const HOST = /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i;

/**
 * Reads `redis://host:6379/0`, `redis+sentinel://h1,h2/name/0` or `redis+cluster://h1,h2`, each with TLS if it starts
 * with `rediss`. Undefined if it is none of these.
 */
export function parseRedisUrl(url: string): RedisUrl | undefined {
  const [, scheme, cluster, username, password, authority, path = ""] = PARTS.exec(url) ?? [];
  if (authority === undefined) return undefined;
  const kind = (cluster ?? "single") as RedisKind;
  const hosts = authority.split(",").map(parseHost);
  const [name = "", db = "", ...rest] = kind === "sentinel" ? path.split("/") : ["", ...path.split("/")];
  if (hosts.includes(undefined) || (kind === "single" && hosts.length > 1)) return undefined;
  if (rest.length > 0 || !/^\d{0,4}$/.test(db) || (kind === "sentinel") !== (name !== "")) return undefined;
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
