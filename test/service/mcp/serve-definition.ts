import Koa from "koa";
import { ClientAddress } from "../../../src/service/auth/client-address.js";
import { newDevelopmentKey } from "../../../src/service/auth/stored-keys.js";
import { Admission } from "../../../src/service/http/admission.js";
import { identifyRequest } from "../../../src/service/http/headers.js";
import { answerErrors } from "../../../src/service/http/problem.js";
import { hardenedServer, listen } from "../../../src/service/http/server.js";
import { Turns } from "../../../src/service/http/turns.js";
import type { McpDefinition } from "../../../src/service/mcp/definition.js";
import { mcpEndpoint } from "../../../src/service/mcp/endpoint.js";
import { writeRpcError } from "../../../src/service/mcp/rpc-error.js";
import { openLog } from "../../../src/service/ops/log.js";
import { LocalWindow } from "../../../src/service/rate-limit/local-window.js";

/** The MCP endpoint of the service, with other tools. */
export async function serveDefinition(
  definition: McpDefinition,
): Promise<{ url: string; close(): void }> {
  const server = hardenedServer(() => url);
  const port = await listen(server, 0, "127.0.0.1", "PORT");
  // A host name, not an address: the suite tests the protection of a local server against DNS
  // rebinding.
  const url = `http://localhost:${port}`;
  const admission = new Admission({
    serviceName: "test",
    addresses: new ClientAddress([]),
    rateLimit: new LocalWindow(
      { calls: 10_000, windowSeconds: 60 },
      { seconds: 180, perCaller: 10_000 },
    ),
    bearer: newDevelopmentKey().bearer,
  });
  const app = new Koa();
  app.use(identifyRequest);
  app.use(answerErrors(openLog("silent").logger, writeRpcError));
  app.use(mcpEndpoint(definition, { admission, turns: new Turns(), allowedOrigins: [url] }));
  server.on("request", app.callback());
  return {
    url,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
