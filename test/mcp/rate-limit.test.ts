import type { RawRequest } from "../support/raw-request.js";
import type { RunningService } from "../support/service.js";
import { startService } from "../support/service.js";
import { ask } from "./ask.js";
import { legacy, modern, toolCall } from "./message.js";

let service: RunningService;
beforeAll(async () => {
  service = await startService({ TRUSTED_PROXIES: "127.0.0.1/32" });
});
afterAll(() => service.stop());

/** Sends from another address, so that each test has its own quota. */
const from = (address: string, request: RawRequest): RawRequest => ({
  ...request,
  headers: { ...request.headers, "X-Forwarded-For": address },
});

test("REST and all tools share 20 calls, and then both say how long to wait", async () => {
  const call = (request: RawRequest) => ask(service.url, from("192.0.2.1", request));
  const calls = [
    { path: "/api/domains" },
    toolCall(legacy)("listDomains"),
    toolCall(modern, service.key)("validateProposal", {}),
    toolCall(legacy)("no such tool"),
  ];
  let left = 20;
  for (const request of Array<RawRequest[]>(5).fill(calls).flat()) {
    const { status, headers } = await call(request);
    expect([status, headers.get("RateLimit-Policy")]).toEqual([200, '"calls";q=20;w=60']);
    expect(headers.get("RateLimit")).toMatch(`"calls";r=${--left};t=`);
  }
  for (const era of [legacy, modern]) {
    const { status, headers, rpc } = await call(toolCall(era, service.key)("validateProposal", {}));
    const seconds = headers.get("Retry-After");
    expect([status, seconds]).toEqual([429, expect.stringMatching(/^[1-9]\d*$/)]);
    expect(headers.get("RateLimit")).toBe(`"calls";r=0;t=${seconds}`);
    expect(rpc).toMatchObject({ id: 1, error: { code: -32000, data: { code: "rate-limited" } } });
    expect(rpc.error?.message).toContain(`wait ${seconds} seconds`);
  }
  expect((await call({ path: "/api/domains" })).status).toBe(429);
});

test("discovery is not counted", async () => {
  for (let round = 0; round < 10; round++) {
    for (const request of [legacy("ping"), legacy("tools/list"), modern("server/discover"), modern("resources/list")]) {
      const { status, headers } = await ask(service.url, from("192.0.2.2", request));
      expect([status, headers.get("RateLimit")]).toEqual([200, null]);
    }
  }
});

test("invalid signatures are counted, whatever the method", async () => {
  const list = (headers = {}) => ask(service.url, from("192.0.2.3", legacy("tools/list", {}, headers)));
  const wrong = { "x-adt-proxy-version": "1" };
  for (let call = 0; call < 20; call++) expect((await list(wrong)).status).toBe(401);
  expect((await list(wrong)).status).toBe(429);
  expect((await list()).status).toBe(200);
});

describe("a message that is not served is counted", () => {
  let addresses = 0;
  const POST = { path: "/mcp", headers: { "MCP-Protocol-Version": "2025-11-25" } };
  const body = (message: object) => ({ ...POST, body: JSON.stringify(message) });
  const manyHeaders = Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`x-${n}`, ""]));
  test.each<[string, RawRequest, number]>([
    ["malformed JSON", { ...POST, body: "[1," }, 400],
    ["JSON that is not a message", body({ hello: "world" }), 400],
    ["a string", { ...POST, body: '"ping"' }, 400],
    ["an array", { ...POST, body: "[]" }, 400],
    ["another version", legacy("ping", {}, { "MCP-Protocol-Version": "1999-01-01" }), 400],
    ["a missing header", modern("tools/list", {}, { "Mcp-Method": undefined }), 400],
    ["a wrong header", modern("tools/list", {}, { "Mcp-Method": "ping" }), 400],
    ["another origin", legacy("ping", {}, { Origin: "https://evil.example" }), 403],
    ["too many headers", legacy("ping", {}, manyHeaders), 431],
    ["too large a body", { ...POST, body: " ".repeat(65_537) }, 413],
    ["another media type", legacy("ping", {}, { "Content-Type": "text/plain" }), 415],
  ])("%s", async (_, request, status) => {
    const address = `198.51.100.${addresses++}`;
    const call = () => ask(service.url, from(address, request));
    for (let left = 19; left >= 0; left--) {
      const answer = await call();
      expect([answer.status, answer.headers.get("RateLimit")]).toEqual([
        status,
        expect.stringMatching(`"calls";r=${left};t=`),
      ]);
    }
    expect((await call()).status).toBe(429);
  });

  test("once, also if it is a tool call", async () => {
    const request = modern("tools/call", { name: "listDomains" }, { "Mcp-Name": "other" });
    const { status, headers } = await ask(service.url, from("192.0.2.4", request));
    expect([status, headers.get("RateLimit")]).toEqual([400, expect.stringMatching(/^"calls";r=19;/)]);
    const next = await ask(service.url, from("192.0.2.4", request));
    expect(next.headers.get("RateLimit")).toMatch(/^"calls";r=18;/);
  });
});

test("unknown properties of a message are ignored", async () => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", comment: { by: "a client" } });
  const { status, headers, rpc } = await ask(service.url, from("192.0.2.5", { ...legacy("ping"), body }));
  expect([status, headers.get("RateLimit")]).toEqual([200, null]);
  expect(rpc).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
});
