import { exampleRequest } from "../../support/example-request.js";
import { legacy, toolCall } from "../../support/mcp.js";
import { send } from "../../support/send.js";
import { startService } from "../../support/service.js";

const PAGE = "https://app.example";
const service = await startService({
  ALLOWED_ORIGINS: `${PAGE}, https://other.example`,
  RATE_LIMIT_CALLS: "3",
});
const Authorization = `Bearer ${service.key}`;
const EXPOSED = ["Request-Id", "RateLimit", "RateLimit-Policy", "Retry-After"];

const preflight = (path: string, origin: string, asked = "POST") =>
  send(
    { url: service.url },
    {
      method: "OPTIONS",
      path,
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": asked,
        "Access-Control-Request-Headers": "authorization,content-type,mcp-method",
      },
    },
  );

test.each(["/api/validate", "/api/build", "/api/domains", "/mcp"])(
  "a page of an allowed origin may call %s: the preflight needs no key and is not counted",
  async (path) => {
    for (let call = 0; call < 10; call++) {
      const { status, headers } = await preflight(path, PAGE);
      expect([status, headers.get("Access-Control-Allow-Origin")]).toEqual([204, PAGE]);
      expect(headers.get("Access-Control-Allow-Methods")).toContain("POST");
      expect(headers.get("Access-Control-Allow-Headers")).toContain("authorization");
      expect([headers.get("RateLimit"), headers.get("Vary")]).toEqual([null, "Origin"]);
    }
  },
);

test("the preflights of a page of another origin are refused, and do not use up the calls of its address", async () => {
  for (const path of ["/api/validate", "/api/domains", "/api/nothing", "/mcp"]) {
    const { status, headers } = await preflight(path, "https://evil.example");
    expect([path, [404, 405].includes(status), headers.get("RateLimit")]).toEqual([
      path,
      true,
      null,
    ]);
  }
});

test("a page of another origin is not allowed, and its origin is not reflected", async () => {
  for (const origin of [
    "https://evil.example",
    "null",
    `${PAGE}.evil.example`,
    PAGE.toUpperCase(),
  ]) {
    const { status, headers } = await preflight("/mcp", origin);
    expect([origin, status, headers.get("Access-Control-Allow-Origin")]).toEqual([
      origin,
      405,
      null,
    ]);
  }
  const call = toolCall(legacy, service.key)("validateProposal", exampleRequest());
  const foreign = { ...call, headers: { ...call.headers, Origin: "https://evil.example" } };
  expect((await send({ url: service.url }, foreign)).status).toBe(403);
});

test("an answer, a refusal and a 429 can be read by the page, with what it needs to go on", async () => {
  const body = JSON.stringify(exampleRequest());
  const statuses: number[] = [];
  for (const key of [Authorization, undefined, Authorization, Authorization]) {
    const { status, headers } = await send(
      { url: service.url },
      {
        body,
        headers: { Origin: PAGE, Authorization: key },
      },
    );
    statuses.push(status);
    expect(headers.get("Access-Control-Allow-Origin")).toBe(PAGE);
    expect(headers.get("Access-Control-Expose-Headers")?.split(",")).toEqual(
      expect.arrayContaining(EXPOSED),
    );
  }
  // The foreign call to /mcp above was counted, as a refused call is.
  expect(statuses).toEqual([200, 401, 429, 429]);
});

test("a refusal of one page does not name its origin to the next caller", async () => {
  const body = "{}";
  for (const origin of [PAGE, "https://other.example", undefined]) {
    const { headers } = await send({ url: service.url }, { body, headers: { Origin: origin } });
    expect(headers.get("Access-Control-Allow-Origin")).toBe(origin ?? null);
  }
});

test.each([
  "/spec-packages/generator-option",
  "/spec-packages/generator-option/v1",
  "/spec-packages/no-such",
])("a page of an allowed origin may read %s, which the engine in a browser loads", async (path) => {
  for (const [origin, allowed] of [
    [PAGE, PAGE],
    ["https://evil.example", null],
  ] as const) {
    const { headers } = await send({ url: service.url }, { path, headers: { Origin: origin } });
    expect([origin, headers.get("Access-Control-Allow-Origin")]).toEqual([origin, allowed]);
    expect(headers.get("Vary")).toMatch(/\bOrigin\b/);
  }
  expect((await preflight(path, PAGE, "GET")).status).toBe(204);
});

test("other documents are not part of it", async () => {
  const { headers } = await send(
    { url: service.url },
    { path: "/openapi.json", headers: { Origin: PAGE } },
  );
  expect(headers.get("Access-Control-Allow-Origin")).toBe(null);
});
