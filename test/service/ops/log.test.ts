import { execFileSync } from "node:child_process";
import { closeSync, constants, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { type Log, openLog } from "../../../src/service/ops/log.js";
import { eventually } from "../../support/eventually.js";
import { exampleRequest } from "../../support/example-request.js";
import { RawConnection } from "../../support/raw-connection.js";
import { type RawRequest, rawRequest } from "../../support/raw-request.js";
import { send } from "../../support/send.js";
import { startService } from "../../support/service.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const CALLS = 30;
const service = await startService({
  LOG_LEVEL: "debug",
  RATE_LIMIT_CALLS: String(CALLS),
  TRUSTED_PROXIES: "127.0.0.0/8",
});
const Authorization = `Bearer ${service.key}`;

/** Sends a request and returns its log lines. */
async function logged(request: RawRequest): Promise<Record<string, unknown>[]> {
  const { headers } = await send({ url: service.url }, request);
  const lines = () =>
    service.logged("request").filter(({ requestId }) => requestId === headers.get("Request-Id"));
  await eventually(() => lines().length > 0);
  return lines();
}

const ALWAYS = {
  level: "info",
  time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  requestId: expect.any(String),
  ms: expect.any(Number),
  msg: "request",
};

describe("the log", () => {
  test("has one line for each request, with its outcome", async () => {
    const valid = await logged({
      body: JSON.stringify(exampleRequest()),
      headers: { Authorization },
    });
    const decided = { domain: "generator-option", version: "v1" };
    const checked = { ...ALWAYS, ...decided, method: "POST", status: 200, caller: "development" };
    expect(valid).toEqual([
      { ...checked, route: "/api/validate", operation: "validateProposal", valid: true, codes: [] },
    ]);
    const body = JSON.stringify(exampleRequest({ supportedStrategies: ["slow", "steady"] }));
    const invalid = await logged({ path: "/api/build", body, headers: { Authorization } });
    const codes = ["supported-strategies-are-known"];
    expect(invalid).toEqual([
      { ...checked, route: "/api/build", operation: "buildProposal", valid: false, codes },
    ]);
    expect(await logged({ path: "/problems/not-found?really" })).toEqual([
      { ...ALWAYS, method: "GET", route: "/problems/:code", status: 200 },
    ]);
    expect(await logged({ method: "PROPFIND", path: "/nowhere" })).toEqual([
      { ...ALWAYS, method: "other", route: "unmatched", status: 404, error: "not-found" },
    ]);
    const refused = {
      ...ALWAYS,
      method: "POST",
      route: "/api/validate",
      operation: "validateProposal",
      codes: [],
    };
    expect(await logged({ body: "{" })).toEqual([
      { ...refused, status: 401, error: "missing-credentials" },
    ]);
    const unknown = JSON.stringify(exampleRequest({}, { domainId: "x" }));
    expect(await logged({ body: unknown, headers: { Authorization } })).toEqual([
      { ...refused, status: 422, caller: "development", error: "unknown-domain" },
    ]);
  });

  test("has one line for a malformed request, too", async () => {
    const rejected = { ...ALWAYS, method: "other", route: "unmatched" };
    expect(await logged({ method: "FOO" })).toEqual([
      { ...rejected, status: 400, error: "invalid-request" },
    ]);
    expect(await logged({ headers: { Long: "x".repeat(40_000) } })).toEqual([
      { ...rejected, status: 431, error: "too-many-headers" },
    ]);
  });

  test("has one line for a request that garbage follows, which nobody reads", async () => {
    const before = service.logged("request").length;
    const connection = await RawConnection.open(service.url);
    const request = rawRequest({
      body: JSON.stringify(exampleRequest()),
      headers: { Authorization },
    });
    connection.send(Buffer.concat([Buffer.from(request), Buffer.from("nonsense\r\n\r\n")]));
    await connection.closed;
    await eventually(() => service.logged("request").length > before);
    const lines = service.logged("request").slice(before);
    expect(lines.map(({ route, status, valid }) => [route, status, valid])).toEqual([
      ["/api/validate", 200, true],
    ]);
  });

  test("has the trace id of a request", async () => {
    const trace_id = "4bf92f3577b34da6a3ce929d0e0e4736";
    const Traceparent = `00-${trace_id}-00f067aa0ba902b7-01`;
    const lines = await logged({ path: "/api/domains", headers: { Traceparent } });
    expect(lines).toEqual([expect.objectContaining({ trace_id })]);
  });

  test("has probes at the level debug, and who is over the limit", async () => {
    const before = service.logged("request").length;
    const headers = { "X-Forwarded-For": "192.0.2.1" };
    const calls = ["/healthz", "/readyz", ...Array<string>(CALLS + 1).fill("/api/domains")];
    for (const path of calls) await send({ url: service.url }, { path, headers });
    const lines = () => service.logged("request").slice(before);
    await eventually(() => lines().length === calls.length);
    expect(
      [...lines().slice(0, 3), ...lines().slice(-1)].map(({ level, route, limited }) => [
        level,
        route,
        limited,
      ]),
    ).toEqual([
      ["debug", "/healthz", undefined],
      ["debug", "/readyz", undefined],
      ["info", "/api/domains", undefined],
      ["info", "/api/domains", "ip:192.0.2.1"],
    ]);
  });

  test("cannot be forged by a caller", async () => {
    const forged = '{"level":"info","msg":"request","status":200,"forged":true}';
    const attempts: RawRequest[] = [
      { path: `/%0d%0a${encodeURIComponent(forged)}` },
      { path: `/api/domains?%0a${encodeURIComponent(forged)}` },
      { path: "/problems/%1b%5b2J%1b%5b31mforged" },
      {
        path: "/api/domains",
        headers: { Traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01\\n${forged}` },
      },
      {
        path: "/api/domains",
        headers: { Traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01\x80\x85forged` },
      },
      {
        path: "/api/domains",
        headers: { "Request-Id": forged, "X-Request-Id": forged, "User-Agent": forged },
      },
      { body: `"\\r\\n${forged}`, headers: { Authorization } },
      { body: "{}", headers: { Authorization: `Bearer ai_\\r\\n${forged}` } },
    ];
    for (const attempt of attempts) await logged(attempt);
    // Not HTTP, so there is no request to log.
    for (const text of [
      `GET /\x1b[2J HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: x\r\nX: \n${forged}\r\n\r\n`,
    ])
      expect((await send({ url: service.url }, text)).status).toBe(400);
    const lines = service.output().split("\n");
    expect(lines.filter((line) => line.includes("forged"))).toEqual([]);
    const printable = /^[\x20-\x7e…]*$/;
    expect(lines.filter((line) => !printable.test(line))).toEqual([]);
  });
});

/** The lines that `write` makes the log write. */
async function linesOf(write: (log: Log["logger"]) => void): Promise<string[]> {
  const folder = temporaryFolder();
  const path = join(folder, "log");
  const fd = openSync(path, "a");
  try {
    const { logger, flush } = openLog("info", fd);
    write(logger);
    await flush();
    return readFileSync(path, "utf8").trimEnd().split("\n");
  } finally {
    closeSync(fd);
  }
}

/** A pipe that its reader opens and closes, or never reads. */
const openPipe = (folder: string, flags: number) => {
  const path = join(folder, "fifo");
  if (!existsSync(path)) execFileSync("mkfifo", [path]);
  return openSync(path, flags | constants.O_NONBLOCK);
};

test("lines are written in order, however many", async () => {
  const lines = await linesOf((log) => {
    for (let at = 0; at < 20_000; at++) log.info({ at }, "line");
  });
  expect(lines.map((line) => JSON.parse(line).at)).toEqual(
    Array.from({ length: 20_000 }, (_, at) => at),
  );
});

test("lines of a batch that is not full are written when a flush ends, also behind a full one", async () => {
  const lines = await linesOf((log) => {
    log.info({ filler: "x".repeat(15_000) }, "long");
    log.info("short");
  });
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["long", "short"]);
});

test("lines wait on a full disk, are dropped and counted beyond 4 MiB, and writing is tried again", async () => {
  const path = join(temporaryFolder(), "log");
  const fd = openSync("/dev/full", "w");
  const { logger, dropped, flush } = openLog("info", fd);
  for (let at = 0; at < 5_000; at++) logger.info({ at, filler: "x".repeat(1_000) }, "line");
  await flush();
  const lost = dropped();
  expect(lost).toBeGreaterThan(500);
  expect(lost).toBeLessThan(2_500);
  // A writable file with the same descriptor.
  closeSync(fd);
  expect(openSync(path, "a")).toBe(fd);
  await flush();
  const read = () =>
    readFileSync(path, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  await eventually(() => read().length === 5_000 - lost + 1);
  const kept: number[] = read()
    .slice(0, -1)
    .map(({ at }) => at);
  // Those at the end may be fewer than a batch, and find room where a batch did not.
  expect(kept.slice(0, 3_000)).toEqual(Array.from({ length: 3_000 }, (_, at) => at));
  expect(kept).toEqual([...new Set(kept)].sort((one, other) => one - other));
  expect(read().at(-1)).toMatchObject({
    level: "warn",
    dropped: lost,
    msg: "log lines could not be written",
  });
  closeSync(fd);
});

/** Reads what is in a pipe, until `isComplete`. */
async function readPipe(reader: number, isComplete: (text: string) => boolean): Promise<string> {
  const chunk = Buffer.alloc(65_536);
  let text = "";
  await eventually(() => {
    try {
      text += chunk.toString("latin1", 0, readSync(reader, chunk));
    } catch {} // Nothing is there at the moment.
    return isComplete(text);
  });
  return text;
}

test("a pipe that nobody reads delays the end by a second, and what waits is written when somebody does", async () => {
  const fd = openPipe(temporaryFolder(), constants.O_RDWR);
  const { logger, flush } = openLog("info", fd);
  // More than a pipe holds.
  for (let at = 0; at < 1_000; at++) logger.info({ at, filler: "x".repeat(1_000) }, "line");
  await flush();
  const text = await readPipe(fd, (read) => read.split("\n").length === 1_001);
  const lines = text.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).at)).toEqual(
    Array.from({ length: 1_000 }, (_, at) => at),
  );
  // Otherwise, a later test would find the rest in whatever gets the descriptor.
  await flush();
  closeSync(fd);
});

test("lines are whole and in order when the reader of a pipe comes back", async () => {
  const folder = temporaryFolder();
  const gone = openPipe(folder, constants.O_RDONLY);
  const fd = openPipe(folder, constants.O_WRONLY);
  const { logger, dropped } = openLog("info", fd);
  logger.info({ at: 1 }, "line");
  const first = await readPipe(gone, (read) => read.endsWith("\n"));
  closeSync(gone);
  logger.info({ at: 2 }, "line");
  const reader = openPipe(folder, constants.O_RDONLY);
  logger.info({ at: 3 }, "line");
  const lines = (first + (await readPipe(reader, (read) => read.split("\n").length === 3)))
    .trimEnd()
    .split("\n");
  expect(lines.map((line) => JSON.parse(line).at)).toEqual([1, 2, 3]);
  expect(dropped()).toBe(0);
  for (const open of [reader, fd]) closeSync(open);
});

test("an error is logged with its type, message and stack, each of bounded length", async () => {
  const lines = await linesOf((log) => {
    log.error({ err: new TypeError("a short one") }, "unexpected error");
    log.error({ err: new Error("x".repeat(100_000)) }, "unexpected error");
    log.error({ err: "y".repeat(100_000) }, "unexpected error");
  });
  const [short, long, other] = lines.map((line) => JSON.parse(line).err);
  expect(short).toEqual({
    type: "TypeError",
    message: "a short one",
    stack: expect.stringContaining("log.test"),
  });
  for (const { message, stack } of [long, other]) {
    expect(message).toHaveLength(4_000);
    expect(stack).toHaveLength(4_000);
  }
});

test("no line contains a character that controls a terminal, and none is changed", async () => {
  const detail = "\u001b[31m red \u009b2J \u202e right to left \u2028 \u007f, and é or 🙂";
  const [line = ""] = await linesOf((log) => log.warn({ detail }, "registry"));
  expect(JSON.parse(line)).toMatchObject({ detail });
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  expect(line).toContain("é or 🙂");
});
