import { RawConnection } from "../support/raw-connection.js";
import type { RunningService } from "../support/service.js";
import { startService } from "../support/service.js";
import { ask } from "./ask.js";
import { legacy, modern, toolCall } from "./message.js";

let service: RunningService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

test("20 calls in all, over both doors and every tool, and then both say how long to wait", async () => {
  const calls = [
    () => RawConnection.exchange(service.url, { path: "/api/domains" }),
    () => ask(service.url, toolCall(legacy)("listDomains")),
    () => ask(service.url, toolCall(modern, service.key)("validateProposal", {})),
    () => ask(service.url, toolCall(legacy)("no such tool")),
  ];
  let left = 20;
  for (const call of Array(5).fill(calls).flat()) {
    const { status, headers } = await call();
    expect([status, headers.get("RateLimit-Policy")]).toEqual([200, '"calls";q=20;w=60']);
    expect(headers.get("RateLimit")).toMatch(`"calls";r=${--left};t=`);
  }
  for (const era of [legacy, modern]) {
    const { status, headers, rpc } = await ask(service.url, toolCall(era, service.key)("validateProposal", {}));
    const seconds = headers.get("Retry-After");
    expect([status, seconds]).toEqual([429, expect.stringMatching(/^[1-9]\d*$/)]);
    expect(headers.get("RateLimit")).toBe(`"calls";r=0;t=${seconds}`);
    expect(rpc).toMatchObject({ id: 1, error: { code: -32000, data: { code: "rate-limited" } } });
    expect(rpc.error?.message).toContain(`wait ${seconds} seconds`);
  }
  expect((await RawConnection.exchange(service.url, { path: "/api/domains" })).status).toBe(429);
});

test("discovery is not counted", async () => {
  for (let round = 0; round < 10; round++) {
    for (const request of [legacy("ping"), legacy("tools/list"), modern("server/discover"), modern("resources/list")]) {
      const { status, headers } = await ask(service.url, request);
      expect([status, headers.get("RateLimit")]).toEqual([200, null]);
    }
  }
});

test("wrong credentials are counted, whatever they come with", async () => {
  const wrong = { Authorization: "Bearer ai_wrong" };
  for (let call = 0; call < 20; call++) {
    expect((await ask(service.url, legacy("tools/list", {}, wrong))).status).toBe(401);
  }
  expect((await ask(service.url, legacy("tools/list", {}, wrong))).status).toBe(429);
  expect((await ask(service.url, legacy("tools/list"))).status).toBe(200);
});
