import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CONNECTION_LIMITS, UNREAD_RESPONSE_MS } from "./connection-limits.js";
import type { Metrics } from "./metrics.js";

/** Node answers all requests that a client has pipelined, and keeps what the client does not read. */
const MAX_REQUESTS_PER_CONNECTION = 100;

/** Serves /metrics on a separate port, which callers need not reach. */
export async function serveMetrics(
  metrics: Pick<Metrics, "contentType" | "text">,
  port: number,
  host: string,
): Promise<{ port: number; close(): void }> {
  const server = createServer({ ...CONNECTION_LIMITS }, async (request, response) => {
    response.setHeader("Request-Id", randomUUID());
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
      return;
    }
    const text = Buffer.from(await metrics.text());
    response.writeHead(200, { "Content-Type": metrics.contentType, "Content-Length": text.length }).end(text);
  });
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  server.timeout = UNREAD_RESPONSE_MS;
  server.listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
