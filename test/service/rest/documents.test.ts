import { ERROR_CODES } from "../../../src/proposals/errors/error-codes.js";
import { send } from "../../support/send.js";
import { startService } from "../../support/service.js";

const service = await startService({ BASE_URL: "https://assay.example", RATE_LIMIT_CALLS: "2" });

const read = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  send(service, { method, path, headers: { Authorization: undefined, ...headers } });

describe("a spec package", () => {
  const path = "/spec-packages/generator-option/v1";

  test("is listed with its versions, and which one is current", async () => {
    const list = JSON.parse((await read("/spec-packages/generator-option")).body);
    const whole = JSON.parse((await read(path)).body);
    expect(list).toMatchObject({ domainId: "generator-option", current: "v1" });
    expect(list.versions).toEqual([
      {
        version: "v1",
        status: "released",
        deprecated: false,
        digest: whole.digest,
        url: `https://assay.example${path}`,
      },
    ]);
  });

  test("is not sent again to a client that has it", async () => {
    const etag = (await read(path)).headers.get("ETag") ?? "";
    // Weak, because it is the same in all encodings (RFC 9110 §8.8.3.3). A strong one is compared
    // without its strength.
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
    const strong = etag.slice("W/".length);
    for (const condition of [etag, strong, `"other", ${etag}`, `W/"other",${strong}`, "*"]) {
      const answer = await read(path, { "If-None-Match": condition });
      expect([condition, answer.status, answer.body]).toEqual([condition, 304, ""]);
      expect(answer.headers.get("ETag")).toBe(etag);
    }
    expect((await read(path, { "If-None-Match": '"other"' })).status).toBe(200);
  });
});

test("every error code is explained, with its status and what to do", async () => {
  for (const code of Object.keys(ERROR_CODES)) {
    const explanation = JSON.parse((await read(`/problems/${code}`)).body);
    expect(explanation).toEqual({
      code,
      status: expect.any(Number),
      title: expect.stringMatching(/^[A-Z]/),
      meaning: expect.stringMatching(/\.$/),
      remedy: expect.stringMatching(/\.$/),
    });
  }
});

test("documents and health are not counted, operations are, and HEAD counts like GET", async () => {
  for (const path of [
    "/spec-packages/generator-option",
    "/problems/not-found",
    "/openapi.json",
    "/healthz",
    "/readyz",
  ]) {
    const answer = await read(path);
    expect([path, answer.status, answer.headers.get("RateLimit")]).toEqual([path, 200, null]);
  }
  const get = await read("/api/domains");
  const head = await read("/api/domains", {}, "HEAD");
  expect([get.status, get.headers.get("RateLimit")]).toEqual([200, '"calls";r=1;t=60']);
  expect([head.status, head.body, head.headers.get("RateLimit")?.slice(0, 11)]).toEqual([
    200,
    "",
    '"calls";r=0',
  ]);
  expect(head.headers.get("Content-Length")).toBe(get.headers.get("Content-Length"));
  // An address that a peer has made up is not counted: nobody is trusted as a proxy.
  expect((await read("/api/domains", { "X-Forwarded-For": "203.0.113.1" }, "HEAD")).status).toBe(
    429,
  );
  expect((await read("/healthz")).status).toBe(200);
});

test("every response limits caching, and forbids framing, sniffing and running it as a page", async () => {
  const caching = { "/healthz": "no-store", "/openapi.json": "max-age=60", "/nowhere": "no-store" };
  for (const [path, expected] of Object.entries(caching)) {
    const { headers } = await read(path);
    expect(headers.get("Cache-Control")).toBe(expected);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
  }
});
