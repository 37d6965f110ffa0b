import { randomUUID } from "node:crypto";
import type { Metrics } from "../ops/metrics.js";
import { headerError } from "./headers.js";
import { STATUSES } from "./problem.js";
import { hardenedServer, listen } from "./server.js";

/** Bounded, because Node answers all pipelined requests, and keeps the responses that the client does not read. */
const MAX_REQUESTS_PER_CONNECTION = 100;

/** Serves /metrics on a port that callers need not reach, with the same limits for slow and broken clients. */
export async function serveMetrics(
  metrics: Pick<Metrics, "contentType" | "text">,
  baseUrl: string,
  port: number,
  host: string,
) {
  const server = hardenedServer(() => baseUrl);
  server.on("request", async (request, response) => {
    response.setHeader("Request-Id", randomUUID());
    const error = headerError(request);
    if (error) response.writeHead(STATUSES[error.code], { Connection: "close" }).end();
    else if (request.url !== "/metrics") response.writeHead(404).end();
    else if (request.method !== "GET" && request.method !== "HEAD")
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
    else {
      const text = Buffer.from(await metrics.text());
      response.writeHead(200, { "Content-Type": metrics.contentType, "Content-Length": text.length }).end(text);
    }
  });
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  return {
    port: await listen(server, port, host, "MANAGEMENT_PORT"),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
