import Koa from "koa";
import { LocalWindow } from "../../src/budget/local-window.js";
import { developmentKey } from "../../src/callers/bearer/development-key.js";
import { ClientAddress } from "../../src/callers/client-address.js";
import { Admission } from "../../src/http/admission.js";
import { hardenedServer, listen } from "../../src/http/server.js";
import { mcpDoor } from "../../src/mcp/mcp-door.js";
import type { Offer } from "../../src/mcp/offer.js";
import { openLog } from "../../src/ops/log.js";

/** The MCP door of the service, with other tools behind it. */
export async function serveOffer(offer: Offer): Promise<{ url: string; close(): void }> {
  const server = hardenedServer(
    () => url,
    () => {},
  );
  const port = await listen(server, 0, "127.0.0.1");
  // By name: it is how a local server is told apart from one that a web page made its own by DNS.
  const url = `http://localhost:${port}`;
  const admission = new Admission({
    serviceName: "test",
    addresses: new ClientAddress([]),
    budget: new LocalWindow({ calls: 10_000, windowSeconds: 60 }),
    bearer: developmentKey().verifier,
  });
  const app = new Koa();
  app.use((ctx, next) => {
    ctx.state.requestId = "test";
    return next();
  });
  app.use(mcpDoor({ log: openLog("silent").log, admission, allowedOrigins: [url], offer }));
  server.on("request", app.callback());
  return {
    url,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
