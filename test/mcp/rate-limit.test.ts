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

test("invalid credentials are counted, whatever the method", async () => {
  const list = (headers = {}) => ask(service.url, from("192.0.2.3", legacy("tools/list", {}, headers)));
  const wrong = { Authorization: "Bearer ai_wrong" };
  for (let call = 0; call < 20; call++) expect((await list(wrong)).status).toBe(401);
  expect((await list(wrong)).status).toBe(429);
  expect((await list()).status).toBe(200);
});
