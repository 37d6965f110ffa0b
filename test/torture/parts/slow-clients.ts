import { setTimeout as pause } from "node:timers/promises";
import { openConnections } from "../../support/metric-of.js";
import { RawConnection } from "../../support/raw-connection.js";
import { rawRequest } from "../../support/raw-request.js";
import type { Line } from "../line.js";
import { Victim } from "../victim.js";

const EACH = 100;
/** Longer than the service waits for a request or for a reader. */
const PATIENCE_MS = 40_000;

/** Clients that send slowly, stop in the middle or never read, while others are served. */
export async function slowClients(): Promise<Line[]> {
  const victim = await Victim.start();
  const Authorization = `Bearer ${victim.service.key}`;
  const unread = rawRequest({ path: "/spec-packages/generator-option/v1" });
  const behaviors = [
    "",
    "GET /healthz HTTP/1.1\r\nHost: x\r\nX-",
    rawRequest({ body: "{", headers: { Authorization, "Content-Length": "1000" } }),
    "nonsense\r\n\r\n",
    // One more than a connection may have unanswered: after the responses that nobody reads, it is closed.
    Buffer.concat(Array<Buffer>(17).fill(unread)),
  ];
  const clients: RawConnection[] = [];
  for (const bytes of behaviors)
    for (let client = 0; client < EACH; client++) {
      const connection = await RawConnection.open(victim.service.url, { allowHalfOpen: true });
      connection.socket.pause();
      connection.send(bytes);
      clients.push(connection);
    }
  const deadline = performance.now() + PATIENCE_MS;
  while ((await openConnections(victim.service)) > EACH / 2 && performance.now() < deadline) {
    await victim.send({ path: "/readyz" });
    await pause(100);
  }
  const left = await openConnections(victim.service);
  for (const { socket } of clients) socket.destroy();
  const failures = left > EACH / 2 ? [`${left} connections of slow clients were still open`] : [];
  return [await victim.end("slow and never-reading clients", { failures, note: `${clients.length} clients` })];
}
