import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { oneAtATime } from "../../src/http/pipeline.js";
import { eventually } from "../support/eventually.js";
import { metricOf } from "../support/metric-of.js";
import { RawConnection } from "../support/raw-connection.js";
import { rawRequest } from "../support/raw-request.js";
import { IS_OF_ALL } from "../support/runs.js";
import { type RunningService, startService } from "../support/service.js";

const MEGABYTE = 1_000_000;
const PEERS = IS_OF_ALL ? 100 : 40;

describe("the service", () => {
  let service: RunningService;
  beforeAll(async () => {
    // With a small heap, garbage is collected soon: what is measured is what is kept.
    service = await startService({}, ["--max-old-space-size=96", "--max-semi-space-size=4"]);
  });

  const metric = (series: string) => metricOf(service, series);

  test("does not buffer thousands of responses for peers that never read", async () => {
    const request = rawRequest({ path: "/spec-packages/generator-option/v1" });
    const flood = Buffer.concat(Array(1_092).fill(request));
    const before = await metric("process_resident_memory_bytes");
    const peers = await Promise.all(
      Array.from({ length: PEERS }, async () => {
        const { hostname, port } = new URL(service.url);
        const peer = connect(Number(port), hostname).pause();
        peer.on("error", () => {});
        await once(peer, "connect");
        peer.write(flood);
        return peer;
      }),
    );
    const route = 'assay_request_seconds_count{route="/spec-packages/:domainId/:version",method="GET",status="200"}';
    // By then all responses have started; more than the limit would show up in the count. One may end before the rest
    // come.
    await eventually(async () => (await metric(route)) >= peers.length * 10);
    expect(await metric(route)).toBeLessThanOrEqual(peers.length * 20);
    // Without the limit, 1,092 responses of 30 KB were buffered for each peer; without their responses, the requests
    // alone took 2 MB for each peer.
    expect((await metric("process_resident_memory_bytes")) - before).toBeLessThan(80 * MEGABYTE);
    for (const peer of peers) peer.destroy();
  });

  test("answers 16 pipelined requests, then closes the connection", async () => {
    const connection = await RawConnection.open(service.url);
    connection.send(Buffer.concat(Array(40).fill(rawRequest({ path: "/healthz" }))));
    const answers = [];
    for (let answer = 0; answer < 16; answer++) answers.push(await connection.answer());
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect(answers.at(-1)?.headers.get("Connection")).toBe("close");
    await expect(connection.answer()).rejects.toThrow("closed");
  });

  test("keeps a connection open if at most 16 requests are pipelined", async () => {
    const connection = await RawConnection.open(service.url);
    const sixteen = Buffer.concat(Array(16).fill(rawRequest({ path: "/healthz" })));
    for (let round = 0; round < 3; round++) {
      connection.send(sixteen);
      for (let answer = 0; answer < 16; answer++) {
        expect((await connection.answer()).headers.get("Connection")).toBe("keep-alive");
      }
    }
    connection.socket.destroy();
  });
});

describe("a server that answers one request of a connection at a time", () => {
  const LARGE = Buffer.alloc(8 * MEGABYTE, "x");
  let running: ReturnType<typeof createServer> | undefined;
  const peers: Socket[] = [];
  afterEach(() => {
    for (const peer of peers.splice(0)) peer.destroy();
    running?.close();
    running?.closeAllConnections();
  });

  async function serve() {
    const started: string[] = [];
    running = createServer();
    running.on(
      "request",
      oneAtATime((request, response) => {
        started.push(request.url ?? "");
        response.end(request.url === "/large" ? LARGE : "small");
      }),
    );
    running.listen(0, "127.0.0.1");
    await once(running, "listening");
    const peer = connect((running.address() as AddressInfo).port, "127.0.0.1").pause();
    peers.push(peer);
    peer.on("error", () => {});
    await once(peer, "connect");
    return { started, peer };
  }

  test("starts a response only once the previous one is sent", async () => {
    const { started, peer } = await serve();
    peer.write("GET /large HTTP/1.1\r\nHost: x\r\n\r\nGET /small HTTP/1.1\r\nHost: x\r\n\r\n");
    await eventually(() => started.length > 0);
    expect(started).toEqual(["/large"]);
    peer.resume();
    await eventually(() => started.length === 2);
    expect(started).toEqual(["/large", "/small"]);
  });
});
