import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Metrics } from "../ops/metrics.js";
import { headerError } from "./headers.js";
import { answerOneAtATime } from "./pipeline.js";
import { STATUSES } from "./problem.js";
import { hardenedServer, listen } from "./server.js";

/** Serves /metrics on a port that callers need not reach. */
export async function serveMetrics(
  metrics: Pick<Metrics, "contentType" | "text">,
  baseUrl: string,
  port: number,
  host: string,
) {
  const server = hardenedServer(() => baseUrl);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader("Request-Id", randomUUID());
    const error = headerError(request);
    if (error) response.writeHead(STATUSES[error.code], { Connection: "close" }).end();
    else if (request.url !== "/metrics") response.writeHead(404).end();
    else if (request.method !== "GET" && request.method !== "HEAD")
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
    else {
      const text = Buffer.from(await metrics.text());
      response
        .writeHead(200, { "Content-Type": metrics.contentType, "Content-Length": text.length })
        .end(text);
    }
  };
  server.on("request", answerOneAtATime(answer));
  return {
    port: await listen(server, port, host, "MANAGEMENT_PORT"),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
