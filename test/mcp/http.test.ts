import { RawConnection } from "../support/raw-connection.js";
import { type RawRequest, rawRequest } from "../support/raw-request.js";
import type { RunningService } from "../support/service.js";
import { startService } from "../support/service.js";
import { ask } from "./ask.js";
import { legacy } from "./message.js";

const ORIGIN = "https://app.example";

let service: RunningService;
beforeAll(async () => {
  service = await startService({ RATE_LIMIT_CALLS: "1000", ALLOWED_ORIGINS: ORIGIN });
});
afterAll(() => service.stop());

const ping = (changed: RawRequest = {}): RawRequest => {
  const request = legacy("ping");
  return { ...request, ...changed, headers: { ...request.headers, ...changed.headers } };
};
const padded = (bytes: number) => `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}`.padEnd(bytes);

const REFUSED: [title: string, request: RawRequest, status: number, rpcCode: number, code: string][] = [
  ["broken JSON", ping({ body: '{"jsonrpc":' }), 400, -32700, "malformed-json"],
  ["no body", ping({ body: "" }), 400, -32700, "malformed-json"],
  ["broken UTF-8", ping({ body: Buffer.from([0x22, 0xff, 0x22]) }), 400, -32700, "malformed-json"],
  ["a repeated key", ping({ body: '{"jsonrpc":"2.0","id":1,"id":2}' }), 400, -32600, "unacceptable-json"],
  ["a key __proto__", ping({ body: '{"__proto__":{}}' }), 400, -32600, "unacceptable-json"],
  ["a nesting of 33", ping({ body: "[".repeat(33) + "]".repeat(33) }), 400, -32600, "unacceptable-json"],
  ["an array", ping({ body: `[${padded(0)}]` }), 400, -32600, "invalid-request"],
  ["an empty array", ping({ body: "[]" }), 400, -32600, "invalid-request"],
  ["no content type", ping({ headers: { "Content-Type": undefined } }), 415, -32000, "unsupported-media-type"],
  ["plain text", ping({ headers: { "Content-Type": "text/plain" } }), 415, -32000, "unsupported-media-type"],
  [
    "another charset",
    ping({ headers: { "Content-Type": "application/json; charset=latin1" } }),
    415,
    -32000,
    "unsupported-media-type",
  ],
  ["compression", ping({ headers: { "Content-Encoding": "gzip" } }), 415, -32000, "unsupported-media-type"],
  ["64 KiB and a byte", ping({ body: padded(65_537) }), 413, -32000, "body-too-large"],
  ["64 KiB and a byte in chunks", ping({ body: padded(65_537), chunked: true }), 413, -32000, "body-too-large"],
  ["another origin", ping({ headers: { Origin: "https://evil.example" } }), 403, -32000, "origin-not-allowed"],
  ["an allowed host on http", ping({ headers: { Origin: "http://app.example" } }), 403, -32000, "origin-not-allowed"],
  ["the origin null", ping({ headers: { Origin: "null" } }), 403, -32000, "origin-not-allowed"],
  ["an empty origin", ping({ headers: { Origin: "" } }), 403, -32000, "origin-not-allowed"],
  ["two origins", ping({ headers: { Origin: [ORIGIN, "https://evil.example"] } }), 403, -32000, "origin-not-allowed"],
  ["two hosts", ping({ headers: { Host: ["a.example", "b.example"] } }), 400, -32600, "invalid-request"],
  [
    "65 headers",
    ping({ headers: Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`x-${n}`, ""])) }),
    431,
    -32000,
    "too-many-headers",
  ],
];

test.each(REFUSED)("%s is refused with a JSON-RPC error", async (_, request, status, rpcCode, code) => {
  const answer = await ask(service.url, request);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([status, "application/json; charset=utf-8"]);
  expect(answer.rpc).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: rpcCode, data: { code } } });
  expect(answer.rpc.error?.data?.requestId).toBe(answer.headers.get("Request-Id"));
});

test("a body over the limit is not read to its end", async () => {
  const connection = await RawConnection.open(service.url);
  connection.send(rawRequest(ping({ headers: { "Content-Length": "50000000" } })));
  const { status, headers } = await connection.answer();
  expect([status, headers.get("Connection")]).toEqual([413, "close"]);
  await connection.closed;
});

test.each(["GET", "DELETE", "PUT", "PATCH", "OPTIONS"])("%s is not allowed", async (method) => {
  const { status, headers, rpc } = await ask(service.url, { method, path: "/mcp" });
  expect([status, headers.get("Allow")]).toEqual([405, "POST"]);
  expect(rpc).toMatchObject({ id: null, error: { code: -32000, data: { code: "method-not-allowed" } } });
});

test.each(["/mcp/", "/MCP", "/mcp/x", "//mcp"])("%s is not found", async (path) => {
  const { status } = await ask(service.url, ping({ path }));
  expect(status).toBe(404);
});

test.each<[string, RawRequest]>([
  ["a body of exactly 64 KiB", ping({ body: padded(65_536) })],
  ["a body in chunks", ping({ chunked: true })],
  ["an allowed origin", ping({ headers: { Origin: ORIGIN } })],
  ["a charset of UTF-8", ping({ headers: { "Content-Type": "application/json; charset=UTF-8" } })],
  ["no Accept header", ping({ headers: { Accept: undefined } })],
  ["a query", ping({ path: "/mcp?client=test" })],
])("%s is accepted", async (_, request) => {
  const { status, headers, rpc } = await ask(service.url, request);
  expect([status, rpc]).toEqual([200, { jsonrpc: "2.0", id: 1, result: {} }]);
  expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
});

test("an id is returned as sent", async () => {
  for (const id of ["a", "", 0, -1, 1.5, 9007199254740991]) {
    const { rpc } = await ask(service.url, ping({ body: JSON.stringify({ jsonrpc: "2.0", id, method: "ping" }) }));
    expect(rpc.id).toBe(id);
  }
});

test("one connection serves many requests, answered in order", async () => {
  const connection = await RawConnection.open(service.url);
  try {
    for (const id of [1, 2, 3])
      connection.send(rawRequest(ping({ body: JSON.stringify({ jsonrpc: "2.0", id, method: "ping" }) })));
    for (const id of [1, 2, 3]) expect(JSON.parse((await connection.answer()).body).id).toBe(id);
  } finally {
    connection.socket.destroy();
  }
});
