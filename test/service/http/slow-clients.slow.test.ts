import { serveMetrics } from "../../../src/service/http/serve-metrics.js";
import { eventually } from "../../support/eventually.js";
import { openConnections } from "../../support/metrics.js";
import { impatientServer } from "../../support/node-args.js";
import { type RawAnswer, RawConnection } from "../../support/raw-connection.js";
import { rawRequest } from "../../support/raw-request.js";
import { repetitions, slowTest } from "../../support/runs.js";
import { startService } from "../../support/service.js";
import { Description } from "../rest/description.js";

const EACH = 15;

/** The real limits in `npm run test:all`. */
const TIMES_FASTER = repetitions(1) > 1 ? 1 : 5;

const service = await startService({ RATE_LIMIT_CALLS: "1000" }, impatientServer(TIMES_FASTER));

slowTest(
  "clients that are slow or never close are all disconnected while others are served",
  async () => {
    const authorized = { Authorization: `Bearer ${service.key}`, "Content-Length": "1000" };
    const behaviors = {
      "sends nothing": "",
      "stops in the middle of the headers": "GET /healthz HTTP/1.1\r\nHost: x\r\nX-",
      "stops in the middle of the body": rawRequest({ body: "{", headers: authorized }),
      "is rejected and stays connected": "nonsense\r\n\r\n",
      "asks to close and stays connected": rawRequest({
        path: "/healthz",
        headers: { Connection: "close" },
      }),
    };
    // The worst kind of client: it does not close its side after the service has closed.
    const open = (bytes: string | Buffer) =>
      Promise.all(
        Array.from({ length: EACH }, async () => {
          const connection = await RawConnection.open(service.url, { allowHalfOpen: true });
          connection.send(bytes);
          return connection;
        }),
      );
    const slowClients = (await Promise.all(Object.values(behaviors).map(open))).flat();
    const drips = await open("GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    const dripping = setInterval(() => {
      for (const drip of drips) if (drip.socket.writable) drip.send("x");
    }, 500);

    await eventually(async () => (await openConnections(service)) > 3 * EACH);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    await eventually(async () => (await openConnections(service)) < EACH);

    clearInterval(dripping);
    const answers = await Promise.all(
      slowClients.slice(EACH, 4 * EACH).map((client) => client.answer()),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([408, 400]));
    const description = new Description(await (await fetch(`${service.url}/openapi.json`)).text());
    const late = answers.find(({ status }) => status === 408) as RawAnswer;
    expect(description.faultsOf({ path: "/api/validate", body: "{" }, late)).toEqual([]);
    const lines = () => service.logged("request").filter(({ status }) => status !== 200);
    await eventually(() => lines().length === 5 * EACH);
    expect(new Set(lines().map(({ route, status }) => `${route} ${status}`))).toEqual(
      new Set(["unmatched 400", "unmatched 408"]),
    );
    for (const { socket } of [...slowClients, ...drips]) socket.destroy();
  },
);

const scrape = (headers: Record<string, string> = {}) => rawRequest({ path: "/metrics", headers });

describe("the management port", () => {
  // The answers to the first two are those of a server that disconnects slow clients too.
  test.each([
    [
      "headers that are too large",
      scrape({ "X-Large": "x".repeat(33_000) }),
      431,
      "application/problem+json",
    ],
    ["what is not HTTP", "nonsense\r\n\r\n", 400, "application/problem+json"],
    ["another transfer coding", scrape({ "Transfer-Encoding": "gzip, chunked" }), 400, null],
  ])("refuses what the main port refuses: %s", async (_, bytes, status, type) => {
    const client = await RawConnection.open(service.managementUrl);
    client.send(bytes);
    const answer = await client.answer();
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([status, type]);
    await client.closed;
  });

  test("answers the first request of a client that does not wait for its response, and disconnects it", async () => {
    const client = await RawConnection.open(service.managementUrl);
    client.send(Buffer.concat(Array.from({ length: 200 }, () => scrape())));
    expect((await client.answer()).status).toBe(200);
    await client.closed;
  });
});

const sockets = () =>
  process.getActiveResourcesInfo().filter((type) => type === "TCPSocketWrap").length;

slowTest("the management port gives up a client that does not read", async () => {
  // More than the kernel takes for a client. Node waits twice as long as the limit if some of it
  // was taken.
  const metrics = { contentType: "text/plain", text: async () => "x".repeat(50_000_000) };
  const { port, close } = await serveMetrics(metrics, "http://localhost", 0, "127.0.0.1");
  const client = await RawConnection.open(`http://127.0.0.1:${port}`);
  client.socket.pause();
  client.send(rawRequest({ path: "/metrics" }));
  await eventually(() => sockets() === 2);
  await eventually(() => sockets() === 1);
  client.socket.destroy();
  close();
});
