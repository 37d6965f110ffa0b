import { answerOneAtATime } from "../../src/service/http/pipeline.js";
import { eventually } from "../support/eventually.js";
import { metricOf } from "../support/metrics.js";
import { RawConnection } from "../support/raw-connection.js";
import { rawRequest } from "../support/raw-request.js";
import { IS_OF_ALL } from "../support/runs.js";
import { serve } from "../support/serve.js";
import { type RunningService, startService } from "../support/service.js";

const MEGABYTE = 1_000_000;
const PEERS = IS_OF_ALL ? 100 : 40;

describe("the service", () => {
  let service: RunningService;
  beforeAll(async () => {
    // With a small heap, garbage is collected soon: what is measured is what is kept.
    service = await startService({}, ["--max-old-space-size=96", "--max-semi-space-size=4"]);
  });

  test("does not buffer thousands of responses for peers that never read", async () => {
    const request = rawRequest({ path: "/spec-packages/generator-option/v1" });
    const flood = Buffer.concat(Array(1_092).fill(request));
    const memory = () => metricOf(service, "process_resident_memory_bytes");
    const before = await memory();
    const peers = await Promise.all(
      Array.from({ length: PEERS }, async () => {
        const { socket } = await RawConnection.open(service.url);
        socket.pause().write(flood);
        return socket;
      }),
    );
    const labels = { route: "/spec-packages/:domainId/:version", method: "GET", status: "200" };
    const answered = () => metricOf(service, "assay_request_seconds_count", labels);
    // By then all responses have started; more than the limit would show up in the count. One may end before the rest
    // come.
    await eventually(async () => (await answered()) >= peers.length * 10);
    expect(await answered()).toBeLessThanOrEqual(peers.length * 20);
    // Without the limit, 1,092 responses of 30 KB were buffered for each peer; without their responses, the requests
    // alone took 2 MB for each peer.
    expect((await memory()) - before).toBeLessThan(80 * MEGABYTE);
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

test("a server that answers one request at a time starts a response once the previous one is sent", async () => {
  const started: string[] = [];
  const { url } = await serve(
    answerOneAtATime((request, response) => {
      started.push(request.url ?? "");
      response.end(request.url === "/large" ? Buffer.alloc(8 * MEGABYTE, "x") : "small");
    }),
  );
  const { socket } = await RawConnection.open(url);
  socket.pause().write(Buffer.concat(["/large", "/small"].map((path) => rawRequest({ path }))));
  await eventually(() => started.length > 0);
  expect(started).toEqual(["/large"]);
  socket.resume();
  await eventually(() => started.length === 2);
  expect(started).toEqual(["/large", "/small"]);
  socket.destroy();
});
