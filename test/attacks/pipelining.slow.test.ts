import { answerOneAtATime } from "../../src/service/http/pipeline.js";
import { eventually } from "../support/eventually.js";
import { metricOf } from "../support/metrics.js";
import { RawConnection } from "../support/raw-connection.js";
import { rawRequest } from "../support/raw-request.js";
import { send } from "../support/send.js";
import { serve } from "../support/serve.js";
import { type RunningService, startService } from "../support/service.js";

const MEGABYTE = 1_000_000;
const PEERS = 20;

describe("the service", () => {
  let service: RunningService;
  beforeAll(async () => {
    // With a small heap, garbage is collected soon: what is measured is what is kept.
    service = await startService({}, ["--max-old-space-size=128", "--max-semi-space-size=4"]);
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
    // Each gets the response to its first request, and holds no other.
    const labels = { route: "/spec-packages/:domainId/:version", method: "GET", status: "200" };
    await eventually(
      async () => (await metricOf(service, "assay_request_seconds_count", labels)) === peers.length,
    );
    // Without the limit, 1,092 responses of 30 KB (33 MB) were buffered for each peer; the requests
    // alone take 2 MB.
    expect((await memory()) - before).toBeLessThan(80 * MEGABYTE);
    for (const peer of peers) peer.destroy();
  });

  test("is ready for others meanwhile", async () => {
    expect((await send({ url: service.url }, { path: "/readyz" })).status).toBe(200);
  });
});

test("a connection whose response waits to be read is closed after it, if another request follows", async () => {
  const started: string[] = [];
  const { url } = await serve(
    answerOneAtATime((request, response) => {
      started.push(request.url ?? "");
      response.end(Buffer.alloc(8 * MEGABYTE, "x"));
    }),
  );
  const { socket, closed } = await RawConnection.open(url);
  socket.pause().write(rawRequest({ path: "/first" }));
  await eventually(() => started.length > 0);
  socket.write(rawRequest({ path: "/second" }));
  socket.resume();
  expect(await closed).toBe("");
  expect([started, socket.bytesRead > 8 * MEGABYTE]).toEqual([["/first"], true]);
});
