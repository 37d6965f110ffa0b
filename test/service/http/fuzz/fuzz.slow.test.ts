import { exampleRequest } from "../../../support/example-request.js";
import { ERAS, toolCall } from "../../../support/mcp.js";
import { metricOf } from "../../../support/metrics.js";
import { mutateJson } from "../../../support/mutate-json.js";
import { Random } from "../../../support/random.js";
import { RawConnection } from "../../../support/raw-connection.js";
import { type RawRequest, rawRequest } from "../../../support/raw-request.js";
import { repetitions, runs } from "../../../support/runs.js";
import { SEED } from "../../../support/seed.js";
import { startService } from "../../../support/service.js";
import { brokenRequest, converse } from "./broken-http.js";

const AT_ONCE = 16;
const MEGABYTE = 2 ** 20;

const service = await startService({ RATE_LIMIT_CALLS: "100000" }, ["--max-old-space-size=256"]);

describe("no 5xx, no hung connection, no memory growth and no crash is caused by", () => {
  test("requests with broken HTTP", async () => {
    const random = new Random(SEED);
    const good = seeds(service.key);
    const statuses = new Set<number>();
    await atOnce(repetitions(300), async () => {
      const bytes = brokenRequest(good, random);
      const answered = await converse(service.url, bytes, 120_000);
      if (answered === undefined) throw new Error(`a hung connection after ${shown(bytes)}`);
      for (const status of answered) statuses.add(status);
      if (answered.some((status) => status >= 500))
        throw new Error(`${answered} to ${shown(bytes)}`);
    });
    // Otherwise the requests were too broken, or not broken enough, to prove anything.
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 415, 431]));
    await expectUnharmed();
  });

  test("requests with unusual JSON", async () => {
    const random = new Random(SEED);
    const withBody = seeds(service.key).filter(({ body }) => body !== undefined);
    const statuses = new Set<number>();
    const idle: RawConnection[] = [];
    await atOnce(runs(600, repetitions(1_500)).numRuns, async () => {
      const connection = idle.pop() ?? (await RawConnection.open(service.url));
      const request = random.of(withBody);
      const bytes = rawRequest({ ...request, body: mutateJson(String(request.body), random) });
      connection.send(bytes);
      const { status, headers } = await connection.answer();
      statuses.add(status);
      if (status >= 500) throw new Error(`${status} to ${shown(bytes)}`);
      if (headers.get("Connection") !== "close") idle.push(connection);
    });
    for (const { socket } of idle) socket.destroy();
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 422]));
    await expectUnharmed();
  });
});

/** Repeats the work, a few at a time. */
async function atOnce(count: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function shown(bytes: Buffer): string {
  return `${JSON.stringify(bytes.toString("latin1"))}, with SEED=${SEED}`;
}

async function expectUnharmed(): Promise<void> {
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect(service.logged("unexpected error")).toEqual([]);
  expect(service.process.exitCode).toBeNull();
  expect(await metricOf(service, "process_resident_memory_bytes")).toBeLessThan(400 * MEGABYTE);
}

/** Requests to mutate. */
function seeds(key: string): RawRequest[] {
  const proposal = JSON.stringify(exampleRequest());
  const Authorization = `Bearer ${key}`;
  const sampleRecords = Array(50).fill(exampleRequest().candidate.sampleRecords[0]);
  return [
    { path: "/api/validate", body: proposal, headers: { Authorization } },
    {
      path: "/api/validate",
      body: JSON.stringify(exampleRequest(), null, 2),
      chunked: true,
      headers: { Authorization },
    },
    {
      path: "/api/build",
      body: proposal,
      headers: { Authorization, "X-Forwarded-For": "203.0.113.7" },
    },
    {
      path: "/api/build",
      body: JSON.stringify(exampleRequest({}, { specVersion: "v1" })),
      headers: { Authorization },
    },
    {
      path: "/api/build",
      body: JSON.stringify(exampleRequest({ sampleRecords })),
      headers: { Authorization },
    },
    {
      path: "/api/build",
      body: JSON.stringify(exampleRequest({}, { domainId: "unknown" })),
      headers: { Authorization },
    },
    ...ERAS.map(([, era]) => toolCall(era, key)("validateProposal", exampleRequest())),
    { path: "/api/validate", body: proposal },
    { path: "/api/build", body: proposal, headers: { Authorization: "Bearer ai_unknown" } },
    {
      path: "/api/build",
      body: proposal,
      headers: { Authorization, "Content-Type": "text/plain" },
    },
    { path: "/api/build", method: "PUT" },
    { path: "/api/domains" },
    { path: "/api/domains", method: "HEAD" },
    { path: "/spec-packages/generator-option/v1", headers: { "If-None-Match": '"x"' } },
    {
      path: "/problems/not-found",
      headers: { Traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` },
    },
    { path: "/readyz" },
  ];
}
