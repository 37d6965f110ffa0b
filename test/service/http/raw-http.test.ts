import { existsSync, readFileSync } from "node:fs";
import { maxHeaderSize } from "node:http";
import { ERROR_CODES } from "../../../src/proposals/errors/error-codes.js";
import { readCorpus } from "../../slips/slip.js";
import { casesOf } from "../../support/cases.js";
import { exampleRequest } from "../../support/example-request.js";
import { ERAS, toolCall } from "../../support/mcp.js";
import { RawConnection } from "../../support/raw-connection.js";
import { rawRequest } from "../../support/raw-request.js";
import { IS_FULL_RUN, slowTest, someOf } from "../../support/runs.js";
import { outputOf, send } from "../../support/send.js";
import { startService } from "../../support/service.js";

const testEach = casesOf(import.meta.url);

const service = await startService({ RATE_LIMIT_CALLS: "10000", TRUSTED_PROXIES: "127.0.0.0/8" });
const authorization = { Authorization: `Bearer ${service.key}` };

const good = JSON.stringify(exampleRequest());
const post = (fields: string) =>
  `POST /api/validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${fields}\r\n`;
const chunked = post(
  `Authorization: ${authorization.Authorization}\r\nTransfer-Encoding: chunked\r\n`,
);

describe("a malformed or unsupported request", () => {
  test.each([
    ["noise", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n", 400],
    ["an unknown method", "BREW /api/validate HTTP/1.1\r\nHost: x\r\n\r\n", 400],
    ["a tunnel", "CONNECT service.test:443 HTTP/1.1\r\nHost: x\r\n\r\n", 400],
    ["a bare line feed in a header", "GET /healthz HTTP/1.1\r\nHost: x\nX: y\r\n\r\n", 400],
    ["two lengths", post("Content-Length: 1\r\nContent-Length: 2\r\n"), 400],
    ["a length and chunks", post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n"), 400],
    ["chunked, but not as the last encoding", post("Transfer-Encoding: chunked, gzip\r\n"), 400],
    [
      "chunks in HTTP/1.0, which has none",
      `${chunked.replace("HTTP/1.1", "HTTP/1.0")}0\r\n\r\n`,
      400,
    ],
    ["a chunk without a size", `${chunked}zz\r\n`, 400],
    ["a chunk longer than its declared size", `${chunked}1\r\n${good}\r\n0\r\n\r\n`, 400],
    [
      "16 KiB of headers",
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(16_384)}\r\n\r\n`,
      431,
    ],
    ["16 KiB of target", `GET /${"x".repeat(16_384)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ])("is answered with a problem, and the connection is closed: %s", async (_, bytes, status) => {
    const connection = await RawConnection.open(service.url);
    connection.send(Buffer.from(bytes, "latin1"));
    const answer = await connection.answer();
    expect(answer.status).toBe(status);
    expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
    expect(answer.headers.get("Connection")).toBe("close");
    // 16 KiB, in the answer and in what it links to, is the limit of Node.
    const limit = expect.stringMatching(`request line.*${maxHeaderSize / 1024} KiB`);
    if (status === 431)
      expect(ERROR_CODES["too-many-headers"].remedy).toContain(`${maxHeaderSize / 1024} KiB`);
    expect(JSON.parse(answer.body)).toMatchObject({
      status,
      ...(status === 431
        ? { code: "too-many-headers", detail: limit }
        : { code: "invalid-request" }),
      requestId: answer.headers.get("Request-Id"),
    });
    await connection.closed;
  });

  test.each([
    "gzip, chunked",
    "identity, chunked",
    "chunked, chunked",
    ", chunked",
    "gzip",
    "identity",
    "chunked;q=1",
    "xchunked",
    "chunked\r\nTransfer-Encoding: chunked",
    // Only the number of its headers is wrong, for Node and for us.
    "chunked\r\nTransfer-Encoding: ",
  ])(
    "is refused on every path, whatever body it has, if its transfer coding is %j",
    async (coding) => {
      const chunks = `${good.length.toString(16)}\r\n${good}\r\n0\r\n\r\n`;
      for (const path of ["/api/validate", "/mcp", "/healthz", "/", "/none"]) {
        const head = post(
          `Authorization: ${authorization.Authorization}\r\nTransfer-Encoding: ${coding}\r\n`,
        );
        const answer = await send(
          { url: service.url },
          head.replace("/api/validate", path) + chunks,
        );
        expect([path, answer.status]).toEqual([path, 400]);
        expect(answer.body).toMatch(/invalid-request|"code":-32600/);
      }
    },
  );
});

/** What stands in the first line of a request that is complete otherwise. */

testEach<[what: string, line: string, status: number]>(
  "no request line makes the service fail: %s",
  async (_, line, status) => {
    const connection = await RawConnection.open(service.url);
    connection.send(
      Buffer.from(`${line}\r\nHost: service.test\r\nContent-Length: 0\r\n\r\n`, "latin1"),
    );
    const answer = await connection.answer();
    connection.socket.destroy();
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
    expect(JSON.parse(answer.body)).toMatchObject({
      status,
      requestId: answer.headers.get("Request-Id"),
    });
  },
);

describe("after a request that is not answered yet, the connection is closed if there follows", () => {
  test.each([
    ["another request", rawRequest({ path: "/api/domains" }).toString()],
    ["noise", "noise\r\n\r\n"],
    ["noise that goes on", `noise\r\n\r\n${"noise ".repeat(100_000)}`],
    ["a tunnel", "CONNECT service.test:443 HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["a chunk without a size", `${chunked}zz\r\n`],
  ])("%s", async (_, following) => {
    const connection = await RawConnection.open(service.url, { allowHalfOpen: true });
    connection.send(
      Buffer.concat([rawRequest({ body: good, headers: authorization }), Buffer.from(following)]),
    );
    const { status, headers } = await connection.answer();
    expect([status, headers.get("Connection")]).toEqual([200, "close"]);
    connection.socket.end();
    expect(await connection.closed).toBe("");
    await expect(connection.answer()).rejects.toThrow("closed");
  });
});

describe("an unusual but valid request", () => {
  const domains = { path: "/api/domains" };

  test.each([
    ["an absolute target", rawRequest({ path: "http://service.test/healthz" })],
    ["a query", rawRequest({ path: "/healthz?verbose=1&%zz" })],
    [
      "an upgrade offer",
      rawRequest({ path: "/healthz", headers: { Connection: "Upgrade", Upgrade: "h2c" } }),
    ],
    ["an unknown expectation", rawRequest({ path: "/healthz", headers: { Expect: "coffee" } })],
    ["64 headers", rawRequest({ path: "/healthz", headers: { X: Array<string>(63).fill("x") } })],
    ["an empty line first", Buffer.from("\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")],
  ])("is served: %s", async (_, bytes) => {
    const answer = await send({ url: service.url }, bytes.toString("latin1"));
    expect([answer.status, answer.body]).toEqual([200, '{"status":"ok"}']);
  });

  test.each(["chunked", "Chunked", "  CHUNKED  "])(
    "may have the transfer coding %j",
    async (coding) => {
      const headers = { ...authorization, "Transfer-Encoding": coding };
      expect(
        (await send({ url: service.url }, { body: good, chunked: true, headers })).status,
      ).toBe(200);
    },
  );

  test.each([
    "application/json",
    "Application/JSON; Charset=UTF-8",
    'application/json;charset="utf-8"',
    "application/json;v=1",
  ])("may have a body of type %s", async (type) => {
    const headers = { ...authorization, "Content-Type": type };
    expect((await send({ url: service.url }, { body: good, headers })).status).toBe(200);
  });

  test("may ask for 100 Continue before it sends its body", async () => {
    const connection = await RawConnection.open(service.url);
    const length = String(Buffer.byteLength(good));
    connection.send(
      rawRequest({
        body: "",
        headers: { ...authorization, Expect: "100-continue", "Content-Length": length },
      }),
    );
    expect((await connection.answer()).status).toBe(100);
    connection.send(good);
    expect((await connection.answer()).status).toBe(200);
    connection.socket.destroy();
  });

  test("gets no 100 Continue over HTTP/1.0, which does not know it", async () => {
    const headers = { ...authorization, Expect: "100-continue" };
    const { status } = await send({ url: service.url }, { body: good, version: "1.0", headers });
    expect(status).toBe(200);
  });

  test("may be HTTP/1.0 without a Host; the connection is closed", async () => {
    const connection = await RawConnection.open(service.url);
    connection.send(rawRequest({ ...domains, version: "1.0", headers: { Host: undefined } }));
    const answer = await connection.answer();
    expect([answer.status, answer.headers.get("Connection")]).toEqual([200, "close"]);
    expect(await connection.closed).toBe("");
  });
});

const MEGABYTE = 2 ** 20;

describe.each([
  ["declared", false],
  ["chunked", true],
])("a %s body", (_, chunked) => {
  test("is accepted up to 65,536 bytes, and refused from 65,537", async () => {
    const answers = [65_536, 65_537].map((size) =>
      send({ url: service.url }, { body: good.padEnd(size), chunked, headers: authorization }),
    );
    const [accepted, refused] = await Promise.all(answers);
    expect([accepted?.status, accepted?.headers.get("Connection")]).toEqual([200, "keep-alive"]);
    expect([refused?.status, refused?.headers.get("Connection")]).toEqual([413, "close"]);
  });

  test.each(
    someOf<[string, string, number]>(
      [
        ["POST", "/api/validate", 413],
        ["POST", "/nowhere", 404],
        ["GET", "/healthz", 200],
      ],
      3,
    ),
  )("of 50 MB to %s %s is not read", async (method, path, status) => {
    const before = bytesRead();
    const connection = await RawConnection.open(service.url);
    const answer = connection.answer();
    const framing = chunked
      ? { "Transfer-Encoding": "chunked" }
      : { "Content-Length": String(50 * MEGABYTE) };
    const type = { "Content-Type": "application/json" };
    connection.send(
      rawRequest({ method, path, headers: { ...authorization, ...type, ...framing } }),
    );
    const sent = await sendBody(connection, chunked, 50 * MEGABYTE);
    expect((await answer).status).toBe(status);
    await connection.closed;
    // The kernels buffer up to 10 MB before the sender notices.
    expect(sent).toBeLessThan(25 * MEGABYTE);
    expect(bytesRead() - before).toBeLessThan(2 * MEGABYTE);
  });
});

test("a client that is still sending can read the response", async () => {
  const headers = { ...authorization, "Content-Type": "application/json" };
  const bytes = new Uint8Array(5 * MEGABYTE);
  for (const body of [bytes, ...Array.from({ length: 5 }, () => new Blob([bytes]).stream())]) {
    const answer = await fetch(`${service.url}/api/validate`, {
      method: "POST",
      headers,
      body,
      duplex: "half",
    });
    expect([answer.status, await answer.json()]).toEqual([
      413,
      expect.objectContaining({ code: "body-too-large" }),
    ]);
  }
});

slowTest(
  "a small call and a health check overtake the large calls of others, and all are answered",
  async () => {
    const request = (address: string, candidate: Record<string, unknown>) =>
      rawRequest({
        body: JSON.stringify(exampleRequest(candidate)),
        headers: { ...authorization, "X-Forwarded-For": address },
      });
    // Thousands of unknown properties, each of which is reported and looked up.
    const large = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [`unknown${at}`, `value ${at}`]),
    );
    const connections = await Promise.all(
      Array.from({ length: 22 }, () => RawConnection.open(service.url)),
    );
    try {
      const order: string[] = [];
      const ask = async (name: string, at: number, bytes: Buffer) => {
        const connection = connections[at] as RawConnection;
        connection.send(bytes);
        expect((await connection.answer()).status).toBe(200);
        order.push(name);
      };
      const heavy = Array.from({ length: 20 }, (_, at) =>
        ask("large", at, request("192.0.2.1", large)),
      );
      await heavy[0];
      await Promise.all([
        ...heavy,
        ask("small", 20, request("192.0.2.2", {})),
        ask("health", 21, rawRequest({ path: "/healthz" })),
      ]);
      // Some large calls may have been answered while the small ones were on their way.
      expect(order).toHaveLength(22);
      expect(order.slice(-5)).toEqual(Array(5).fill("large"));
    } finally {
      for (const { socket } of connections) socket.destroy();
    }
  },
);

test("calls that are handled side by side are answered as if each were alone", async () => {
  const { cases } = readCorpus(new URL("../../slips/bike-rides/", import.meta.url));
  const doors = [
    (request: object) => ({
      path: "/api/validate",
      headers: authorization,
      body: JSON.stringify(request),
    }),
    (request: object) => ({
      path: "/api/build",
      headers: authorization,
      body: JSON.stringify(request),
    }),
    ...ERAS.map(
      ([, era]) =>
        (request: object) =>
          toolCall(era, service.key)("validateProposal", request),
    ),
  ];
  const calls = cases.slice(0, IS_FULL_RUN ? 168 : 48).map(({ sent: candidate }, at) => {
    const door = doors[at % doors.length] as (typeof doors)[number];
    return rawRequest(door({ ...exampleRequest(), candidate }));
  });
  const connection = await RawConnection.open(service.url);
  const alone = [];
  for (const call of calls) {
    connection.send(call);
    alone.push((await connection.answer()).body);
  }
  connection.socket.destroy();
  // Only now: connections on which nothing is sent are closed after some seconds.
  const connections = await Promise.all(
    Array.from({ length: 24 }, () => RawConnection.open(service.url)),
  );
  try {
    const together: string[] = [];
    for (let at = 0; at < calls.length; at += connections.length) {
      const sent = calls.slice(at, at + connections.length);
      for (const [lane, call] of sent.entries()) connections[lane]?.send(call);
      const answers = await Promise.all(sent.map((_, lane) => connections[lane]?.answer()));
      together.push(...answers.map((answer) => answer?.body ?? ""));
    }
    expect(together).toEqual(alone);
  } finally {
    for (const { socket } of connections) socket.destroy();
  }
});

test("none of all these requests was an unexpected error of the service", async () => {
  await outputOf(service);
  expect(service.logged("unexpected error")).toEqual([]);
  expect(service.errorOutput()).toBe("");
});

/** Writes as much as the peer accepts, and returns the number of bytes written. */
async function sendBody(
  { socket, closed }: RawConnection,
  chunked: boolean,
  total: number,
): Promise<number> {
  const piece = Buffer.alloc(65_536, " ");
  const framed = chunked
    ? Buffer.concat([Buffer.from("10000\r\n"), piece, Buffer.from("\r\n")])
    : piece;
  let open = true;
  void closed.then(() => {
    open = false;
  });
  for (let sent = 0; open && sent < total; sent += piece.length) {
    await Promise.race([closed, new Promise((resolve) => socket.write(framed, resolve))]);
  }
  return socket.bytesWritten;
}

/** All bytes that the process has read so far; 0 on systems that do not report them. */
function bytesRead(): number {
  const path = `/proc/${service.process.pid}/io`;
  return existsSync(path) ? Number(/^rchar: (\d+)$/m.exec(readFileSync(path, "utf8"))?.[1]) : 0;
}
