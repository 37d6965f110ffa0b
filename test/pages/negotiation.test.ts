import { send } from "../support/send.js";
import { startService } from "../support/service.js";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const PAGES = [
  "/",
  "/playground",
  "/reference",
  "/rules",
  "/rules/generator-option",
  "/rules/generator-option/v1",
  "/spec-packages/generator-option",
  "/spec-packages/generator-option/v1",
  "/problems",
  "/problems/rate-limited",
];

const service = await startService({ RATE_LIMIT_CALLS: "1" });

/** The address that the service knows without a BASE_URL. */
const host = ({ url }: { url: string }) => `localhost:${new URL(url).port}`;
const OWN_HOST = host(service);

const read = (path: string, accept?: string, method = "GET") =>
  send(service, { method, path, headers: { Authorization: undefined, Accept: accept } });

test.each(PAGES)("%s is a page for who asks for HTML, and JSON for all others", async (path) => {
  const page = await read(path, BROWSER);
  expect([page.status, page.headers.get("Content-Type")]).toEqual([
    200,
    "text/html; charset=utf-8",
  ]);
  expect(page.body).toMatch(/^<!doctype html>/);
  for (const accept of [
    undefined,
    "*/*",
    "application/json",
    "text/html;q=0.5, application/json",
    "image/png",
  ]) {
    const { status, headers, body } = await read(path, accept);
    expect([accept, status, headers.get("Content-Type")]).toEqual([
      accept,
      200,
      expect.stringContaining("application/json"),
    ]);
    expect(headers.get("Vary")).toMatch(/\bAccept\b(?!-)/);
    expect(() => JSON.parse(body)).not.toThrow();
  }
  expect(page.headers.get("Vary")).toMatch(/\bAccept\b(?!-)/);
});

test.each(["TEXT/HTML", "text/html;q=0.9, */*;q=0.1", "text/html, */*"])(
  "%s asks for HTML",
  async (accept) => {
    expect((await read("/", accept)).headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  },
);

test.each(["/spec-packages/generator-option/v1", "/openapi.json", "/rules/generator-option/v1"])(
  "%s is compressed for who accepts that, as JSON and as a page",
  async (path) => {
    for (const accept of ["*/*", BROWSER]) {
      const sizes = await Promise.all(
        [undefined, "gzip;q=0.5, br;q=0", "gzip, deflate, br, zstd"].map(async (encoding) => {
          const { headers } = await send(service, {
            method: "HEAD",
            path,
            headers: { Accept: accept, "Accept-Encoding": encoding, Host: OWN_HOST },
          });
          expect(headers.get("Vary")).toContain("Accept-Encoding");
          return [headers.get("Content-Encoding"), Number(headers.get("Content-Length"))] as const;
        }),
      );
      expect(sizes.map(([encoding]) => encoding)).toEqual([null, "gzip", "br"]);
      const [plain = 0, gzip = 0, br = 0] = sizes.map(([, size]) => size);
      expect(gzip).toBeLessThan(plain / 3);
      expect(br).toBeLessThan(plain / 3);
    }
  },
);

test("the address of every helpUrl has the page and the JSON of the rules", async () => {
  const [people, programs] = ["/rules/generator-option/v1", "/spec-packages/generator-option/v1"];
  expect((await read(people, BROWSER)).body).toBe((await read(programs, BROWSER)).body);
  expect((await read(people)).body).toBe((await read(programs)).body);
});

test("an Accept header of any length costs no more than a browser's", async () => {
  const { headers } = await read("/", `${"text/plain,".repeat(1_000)}text/html`);
  expect(headers.get("Content-Type")).toContain("application/json");
});

test("a browser that opens /mcp is led to what to do with it; others get 405", async () => {
  const led = await read("/mcp", BROWSER);
  expect([led.status, led.headers.get("Location")]).toEqual([303, "/#mcp"]);
  for (const accept of [
    undefined,
    "*/*",
    "text/event-stream",
    "application/json, text/event-stream",
  ]) {
    const { status, headers } = await read("/mcp", accept);
    expect([accept, status, headers.get("Allow")]).toEqual([accept, 405, "POST"]);
  }
});

test("a path that nothing has is a page for people and a problem for programs, with the same status", async () => {
  for (const path of [
    "/nowhere",
    "/rules/generator-option/v9",
    "/problems/unheard-of",
    "/rules/unheard-of",
    "/Playground",
    "//playground/",
  ]) {
    const [page, problem] = [await read(path, BROWSER), await read(path)];
    expect([path, page.status, page.headers.get("Content-Type")]).toEqual([
      path,
      404,
      "text/html; charset=utf-8",
    ]);
    expect([path, problem.status, problem.headers.get("Content-Type")]).toEqual([
      path,
      404,
      "application/problem+json",
    ]);
    expect(problem.headers.get("Vary")).toContain("Accept");
  }
});

test("a slash behind the address of a page leads people to the page; the API stays strict", async () => {
  for (const [path, page] of [
    ["/playground/", "/playground"],
    ["/rules/?a=b", "/rules?a=b"],
    ["/rules/generator-option/v1//", "/rules/generator-option/v1"],
    ["/problems/rate-limited/", "/problems/rate-limited"],
  ] as const) {
    const led = await read(path, BROWSER);
    expect([path, led.status, led.headers.get("Location")]).toEqual([path, 308, page]);
    expect([path, (await read(path)).status]).toEqual([path, 404]);
  }
  for (const path of ["/openapi.json/", "/healthz/"])
    expect([path, (await read(path, BROWSER)).status]).toEqual([path, 404]);
});

test("pages have no other methods than GET and HEAD", async () => {
  for (const path of [
    "/",
    "/playground",
    "/rules/generator-option/v1",
    "/llms.txt",
    "/assets/site.css",
  ]) {
    const { status, headers } = await read(path, BROWSER, "POST");
    expect([path, status, headers.get("Allow")]).toEqual([path, 405, "GET, HEAD"]);
  }
});

test("pages count against nobody's calls", async () => {
  for (const path of [...PAGES, ...PAGES, "/nowhere"])
    expect((await read(path, BROWSER)).headers.get("RateLimit")).toBe(null);
  expect((await read("/api/domains")).status).toBe(200);
  expect((await read("/api/domains")).status).toBe(429);
  expect((await read("/", BROWSER)).status).toBe(200);
});

const openAt = async (host: string, headers: Record<string, string> = {}) =>
  send(service, {
    path: "/",
    headers: { Authorization: undefined, Accept: "text/html", Host: host, ...headers },
  });

describe("without a BASE_URL", () => {
  test.each(["192.168.1.20:8080", "assay.local", "[::1]:8080"])(
    "pages name the address %s of the request",
    async (host) => {
      const { body, headers } = await openAt(host);
      expect(body).toContain(`http://${host}/api/validate`);
      expect(body).not.toContain("address.invalid");
      const etag = headers.get("ETag") ?? "";
      expect((await openAt(host, { "If-None-Match": etag })).status).toBe(304);
      expect((await openAt("other.example", { "If-None-Match": etag })).status).toBe(200);
    },
  );

  test.each(["<script>", 'a"b', "a b", "a/b", "user@host", `${"a".repeat(300)}.example`])(
    "%s is no address to repeat",
    async (host) => {
      const { body } = await openAt(host);
      expect(body).toContain("http://localhost/api/validate");
      expect(body).not.toContain(host);
    },
  );
});

test("pages are compressed for the own address, and sent as they are to any other host", async () => {
  const encodings = { "Accept-Encoding": "gzip, deflate, br, zstd" };
  for (const [host, encoding] of [
    [OWN_HOST, "br"],
    ["host-1.example", null],
    ["host-2.example", null],
    [OWN_HOST, "br"],
  ] as const) {
    const { headers } = await openAt(host, encodings);
    expect([headers.get("Vary"), headers.get("Content-Encoding")]).toEqual([
      "Accept, Accept-Encoding",
      encoding,
    ]);
    expect((await openAt(host, { "If-None-Match": headers.get("ETag") ?? "" })).status).toBe(304);
  }
});

test("with SITE=off there is only the API", async () => {
  const bare = await startService({ SITE: "off" });
  const read = (path: string) =>
    send(bare, { path, headers: { Authorization: undefined, Accept: "text/html" } });
  for (const path of ["/playground", "/llms.txt", "/assets/site.css", "/rules/generator-option/v1"])
    expect([path, (await read(path)).status]).toEqual([path, 404]);
  const { status, headers } = await read("/spec-packages/generator-option/v1");
  expect([status, headers.get("Content-Type"), headers.get("Vary")]).toEqual([
    200,
    "application/json; charset=utf-8",
    "Accept-Encoding",
  ]);
  const start = await read("/");
  expect([start.status, start.headers.get("Content-Type"), start.headers.get("RateLimit")]).toEqual(
    [200, "application/json; charset=utf-8", null],
  );
  const { llms, specPackages, ...links } = JSON.parse(start.body);
  expect([llms, links.openapi]).toEqual([undefined, `http://${host(bare)}/openapi.json`]);
  for (const link of [links.domains, links.openapi, ...specPackages])
    expect([link, (await read(new URL(link).pathname)).status]).toEqual([link, 200]);
  expect((await read("/mcp")).status).toBe(405);
  expect((await read("/.well-known/api-catalog")).body).not.toContain("/reference");
  // Without a contact, either.
  expect((await read("/.well-known/security.txt")).status).toBe(404);
});
