import { impatientServer } from "../admission/node-args.js";
import { RawConnection } from "../support/raw-connection.js";
import { rawRequest } from "../support/raw-request.js";
import { times } from "../support/runs.js";
import { type RunningService, startService } from "../support/service.js";

/** The real limits in `npm run test:all`. */
const TIMES_FASTER = times(1) > 1 ? 1 : 2.5;

let service: RunningService;
beforeAll(async () => {
  service = await startService({}, impatientServer(TIMES_FASTER));
});
afterAll(() => service.stop());

const scrape = (headers: Record<string, string> = {}) => rawRequest({ path: "/metrics", headers });

describe("the management port", () => {
  test("disconnects clients that are slow or never close, and serves others meanwhile", async () => {
    const starts = ["", "GET /metrics HTTP/1.1\r\nHost: x\r\nX-", scrape({ "Content-Length": "1000" })];
    const clients = await Promise.all(
      [...starts, "GET /metrics HTTP/1.1\r\nHost: x\r\nX-Slow: "].map(async (bytes) => {
        const client = await RawConnection.open(service.managementUrl, { allowHalfOpen: true });
        client.send(bytes);
        return client;
      }),
    );
    const drip = clients.at(-1) as RawConnection;
    const dripping = setInterval(() => drip.socket.writable && drip.send("x"), 500);
    expect((await fetch(`${service.managementUrl}/metrics`)).status).toBe(200);
    // Each ends its half too, once the server has ended the other.
    for (const { socket } of clients) socket.once("end", () => socket.end());
    await Promise.all(clients.map(({ closed }) => closed));
    clearInterval(dripping);
  });

  test.each([
    [431, { "X-Large": "x".repeat(33_000) }],
    [400, { "Transfer-Encoding": "gzip, chunked" }],
  ])("refuses headers that the main port refuses, with %i", async (status, headers) => {
    const client = await RawConnection.open(service.managementUrl);
    client.send(scrape(headers));
    expect((await client.answer()).status).toBe(status);
    await client.closed;
  });

  test("answers a hundred requests of one connection, also if more come at once", async () => {
    const client = await RawConnection.open(service.managementUrl);
    client.send(Buffer.concat(Array.from({ length: 200 }, () => scrape())));
    for (let at = 0; at < 100; at++) expect((await client.answer()).status).toBe(200);
    expect((await client.answer()).status).toBe(503);
    client.socket.destroy();
  });
});
