import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A free port that stays free while its server is away for a restart: below the range that Linux
 * (from 32768) and macOS (from 49152) take the local ports of connections from, of which a load
 * test opens thousands.
 */
export async function restartPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
    } catch {
      continue;
    }
    server.close();
    await once(server, "close");
    return port;
  }
}
