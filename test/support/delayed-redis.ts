import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { atEnd } from "./at-end.js";

export interface DelayedRedis {
  readonly url: string;
  /** From now on, each packet takes this long, in both directions. */
  delay(milliseconds: number): void;
  /** The number of connections that have been opened so far. */
  connections(): number;
  stop(): void;
}

/** The same Redis, as if it were far away. */
export async function delayedRedis(redisUrl: string, oneWayMs: number): Promise<DelayedRedis> {
  let delayMs = oneWayMs;
  let connections = 0;
  const sockets = new Set<Socket>();
  const relay = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on("data", (data) => setTimeout(() => to.write(data), delayMs).unref());
    from.on("error", () => {});
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const { hostname, port } = new URL(redisUrl);
  const server = createServer((client) => {
    connections++;
    const redis = connect(Number(port), hostname);
    relay(client, redis);
    relay(redis, client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  atEnd(stop);
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    connections: () => connections,
    stop,
  };
}
