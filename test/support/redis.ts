import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { Redis } from "ioredis";
import { atEnd } from "./at-end.js";
import { findProgram } from "./find-program.js";
import { restartPort } from "./restart-port.js";

export interface TestRedis {
  url: string;
  stop(): Promise<void>;
}

/** A Redis in a process of its own, which a test may torment. */
export interface OwnRedis extends TestRedis {
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  /** Comes back on the same port, empty. */
  restart(): Promise<void>;
  flush(): Promise<unknown>;
  command(name: string, ...args: string[]): Promise<unknown>;
}

/**
 * The Redis of `REDIS_URL`, else one of our own. The former holds the keys of others: use a service
 * name of your own.
 */
export async function findRedis(): Promise<TestRedis> {
  const url = process.env.REDIS_URL;
  return url ? { url, stop: async () => {} } : startRedis();
}

export async function startRedis({ requirePassword = "" } = {}): Promise<OwnRedis> {
  const port = await restartPort();
  const url = `redis://${requirePassword && `:${requirePassword}@`}127.0.0.1:${port}`;
  const launch = async () => {
    const started = await launchServer(port, serverCommand(port));
    if (requirePassword)
      await ask(`redis://127.0.0.1:${port}`, "CONFIG", "SET", "requirepass", requirePassword);
    return started;
  };
  let server = await launch();
  return {
    url,
    freeze: () => server.signal("SIGSTOP"),
    thaw: () => server.signal("SIGCONT"),
    kill: () => server.end(),
    async restart() {
      await server.end();
      server = await launch();
    },
    flush: () => ask(url, "FLUSHALL"),
    command: (name, ...args) => ask(url, name, ...args),
    stop: () => server.end(),
  };
}

// Kills the server as soon as our end of its input is gone, so that none outlives the tests,
// however they end.
const guard = `
exec 3<&0
"$@" >/dev/null 3<&- & server=$!
echo $server
(cat <&3; kill -9 $server) >/dev/null & watch=$!
wait $server
kill $watch`;

/** A process of ours that answers Redis commands on a port. */
export interface RedisProcess {
  signal(name: NodeJS.Signals): void;
  end(): Promise<void>;
}

export async function launchServer(
  port: number,
  command: readonly string[],
): Promise<RedisProcess> {
  const child = spawn("sh", ["-c", guard, "guard", ...command], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const exited = once(child, "exit");
  const [pid] = await once(child.stdout, "data");
  await ask(`redis://127.0.0.1:${port}`, "PING");
  const end = async () => {
    child.stdin.end();
    await exited;
  };
  atEnd(end);
  return { signal: (name) => process.kill(Number(pid), name), end };
}

/** Where `redis-server` is installed, if it is. */
export const redisServer = findProgram("redis-server");

function serverCommand(port: number): string[] {
  if (redisServer)
    return [
      redisServer,
      "--port",
      `${port}`,
      "--bind",
      "127.0.0.1",
      "--save",
      "",
      "--appendonly",
      "no",
    ];
  return [process.execPath, resolve("test/support/valkey.mjs"), `${port}`];
}

/** Waits for a server that is still starting. */
export async function ask(url: string, name: string, ...args: string[]): Promise<unknown> {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: () => 20,
  });
  redis.on("error", () => {});
  try {
    return await redis.call(name, ...args);
  } finally {
    redis.disconnect();
  }
}
