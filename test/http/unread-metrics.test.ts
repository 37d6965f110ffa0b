import { serveMetrics } from "../../src/http/serve-metrics.js";
import { eventually } from "../support/eventually.js";
import { RawConnection } from "../support/raw-connection.js";
import { rawRequest } from "../support/raw-request.js";
import { testOfAll } from "../support/runs.js";

const sockets = () => process.getActiveResourcesInfo().filter((type) => type === "TCPSocketWrap").length;

testOfAll(
  "the management port gives up a client that does not read",
  async () => {
    // More than the kernel takes for a client.
    const metrics = { contentType: "text/plain", text: async () => "x".repeat(50_000_000) };
    const { port, close } = await serveMetrics(metrics, "http://localhost", 0, "127.0.0.1");
    const client = await RawConnection.open(`http://127.0.0.1:${port}`);
    client.socket.pause();
    client.send(rawRequest({ path: "/metrics" }));
    await eventually(() => sockets() === 2);
    await eventually(() => sockets() === 1);
    client.socket.destroy();
    close();
  },
  60_000,
);
