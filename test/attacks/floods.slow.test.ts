import { existsSync, readFileSync } from "node:fs";
import { Description } from "../service/rest/description.js";
import { exampleRequest } from "../support/example-request.js";
import { legacy, modern } from "../support/mcp.js";
import { metricOf } from "../support/metrics.js";
import { type RawAnswer, RawConnection } from "../support/raw-connection.js";
import { type RawRequest, rawRequest } from "../support/raw-request.js";
import { send } from "../support/send.js";
import { type RunningService, startService } from "../support/service.js";
import { prepared, type Recipe, STARTS } from "./recipe.js";

/** Without the bounds on what waits, each flood takes 300 MB or more. */
const MAX_MEGABYTES = 220;

/**
 * With the heap that Node allows itself in the 512 MB of the unit and of the compose file: 256 MB,
 * and 1 MB for a half of the young generation, which it makes up to 64 times as large on a machine
 * with more memory. Without a limit, V8 lets the heap grow to four times what is in use, which
 * after each collection is as much as before the flood.
 */
const HEAP_OF_512_MEGABYTES = ["--max-old-space-size=256", "--max-semi-space-size=1"];
const start = (calls = "100000") =>
  startService({ RATE_LIMIT_CALLS: calls, TRUSTED_PROXIES: "127.0.0.0/8" }, HEAP_OF_512_MEGABYTES);

/** Sends all requests at once, each on its own connection, from 20 addresses in turn. */
async function flood(
  { url }: RunningService,
  requests: readonly RawRequest[],
): Promise<RawAnswer[]> {
  const connections = await Promise.all(requests.map(() => RawConnection.open(url)));
  const answers = requests.map(async ({ headers, ...request }, at) => {
    const connection = connections[at] as RawConnection;
    connection.send(
      rawRequest({ ...request, headers: { "X-Forwarded-For": `192.0.2.${at % 20}`, ...headers } }),
    );
    return connection.answer();
  });
  try {
    return await Promise.all(answers);
  } finally {
    for (const { socket } of connections) socket.destroy();
  }
}

/**
 * The most memory that the process has ever had, where the system says it; else what it has now.
 */
async function peakMegabytes(service: RunningService): Promise<number> {
  const path = `/proc/${service.process.pid}/status`;
  if (existsSync(path))
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(path, "utf8"))?.[1]) / 1024;
  return (await metricOf(service, "process_resident_memory_bytes")) / 2 ** 20;
}

async function expectSurvived(
  service: RunningService,
  answers: readonly RawAnswer[],
): Promise<void> {
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses.has(200)).toBe(true);
  expect(await peakMegabytes(service)).toBeLessThan(MAX_MEGABYTES);
  expect((await send({ url: service.url }, { path: "/readyz" })).status).toBe(200);
}

/** 64 KiB, of which a parser makes 1.4 MB. */
const OBJECTS = Array(21_000).fill({});

describe("memory is bounded, and every call is answered or refused, if there come at once", () => {
  let service: RunningService;
  beforeEach(async () => {
    service = await start();
  });
  afterEach(() => service.stop());
  const validate = (candidate: object): RawRequest => ({
    body: JSON.stringify({ ...exampleRequest(), candidate }),
    headers: { Authorization: `Bearer ${service.key}` },
  });

  test.each<[string, RawRequest]>([
    ["discovery", legacy("initialize", { capabilities: { experimental: { a: OBJECTS } } })],
    [
      "calls without a key",
      legacy("tools/call", { name: "validateProposal", arguments: { candidate: OBJECTS } }),
    ],
    [
      "calls whose headers name them",
      modern("tools/call", { name: "validateProposal", arguments: { candidate: OBJECTS } }),
    ],
  ])("200 messages of 64 KiB to MCP without a key: %s", async (_, message) => {
    await expectSurvived(service, await flood(service, Array(200).fill(message)));
  });

  test("200 small bodies with thousands of problems each", async () => {
    const outputFields = Array.from({ length: 64 }, (_, at) => ({
      name: `f${at}`,
      type: "integer",
      description: "d",
    }));
    const { candidate } = exampleRequest({ outputFields, sampleRecords: Array(500).fill({}) });
    const request = validate(candidate);
    expect(String(request.body).length).toBeLessThan(8_192);
    await expectSurvived(service, await flood(service, Array(200).fill(request)));
  });

  test("200 small bodies with another near miss in each record", async () => {
    const request = validate(
      prepared({ ...(STARTS["another near miss in each record"] as Recipe), recordCount: 64 }),
    );
    expect(String(request.body).length).toBeLessThan(8_192);
    await expectSurvived(service, await flood(service, Array(200).fill(request)));
  });
});

describe("the queue has an end", () => {
  let service: RunningService;
  let answers: RawAnswer[];
  beforeAll(async () => {
    service = await start();
    const [validate, call] = [
      {
        body: JSON.stringify(exampleRequest(large())),
        headers: { Authorization: `Bearer ${service.key}` },
      },
      legacy("tools/call", { name: "validateProposal", arguments: exampleRequest(large()) }),
    ];
    // What waits may hold 32 MiB together.
    const requests = Array.from({ length: 600 }, (_, at) => (at % 2 === 0 ? validate : call));
    const fromOne = requests.map((request) => ({
      ...request,
      headers: { ...request.headers, "X-Forwarded-For": "192.0.2.1" },
    }));
    answers = await flood(service, fromOne);
  });

  test("calls beyond it are refused with 503 and how long to wait, over REST and MCP", async () => {
    const description = new Description(
      (await send({ url: service.url }, { path: "/openapi.json" })).body,
    );
    const refused = answers.map((answer, at) => ({
      answer,
      path: at % 2 === 0 ? "/api/validate" : "/mcp",
    }));
    for (const path of ["/api/validate", "/mcp"]) {
      const { answer } =
        refused.find((one) => one.path === path && one.answer.status === 503) ?? {};
      const seconds = answer?.headers.get("Retry-After");
      expect(seconds).toMatch(/^[1-9]\d*$/);
      const { code, detail, error } = JSON.parse(String(answer?.body));
      expect([code ?? error.data.code, detail ?? error.message]).toEqual([
        "overloaded",
        expect.stringMatching(
          new RegExp(`too many calls are waiting for their turn; wait ${seconds} second`),
        ),
      ]);
      expect(description.faultsOf({ path, method: "POST" }, answer as RawAnswer)).toEqual([]);
    }
  });

  test("the others are answered", () => {
    const statuses = answers.map(({ status }) => status);
    expect([...new Set(statuses)].sort()).toEqual([200, 503]);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(90);
  });

  test("refusals are counted in the metrics by their code", async () => {
    const refused = answers.filter(({ status }) => status === 503).length;
    expect(await metricOf(service, "assay_errors_total", { code: "overloaded" })).toBe(refused);
  });
});

/**
 * About 60 KB of unknown properties: so few that even a busy machine checks 90 bodies before the
 * first has waited long.
 */
function large(): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`unknown${at}`, `value ${at}`.padEnd(3_000, ".")]),
  );
}

test("headers that name another tool than the message get no tool past the check of its key", async () => {
  const service = await start();
  for (const name of ["listDomains", "buildProposal", "unknown"]) {
    for (const era of [legacy, modern]) {
      const { headers = {} } = modern("tools/call", { name });
      const { body = "" } = era("tools/call", {
        name: "validateProposal",
        arguments: exampleRequest(),
      });
      const answer = await send({ url: service.url }, { path: "/mcp", headers, body });
      // Without a version of its own, the message is refused before its headers are compared with
      // it.
      const code = era === modern ? -32020 : -32602;
      expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([400, code]);
    }
  }
});
