import { send } from "../rest/send.js";
import { type RunningService, startService } from "../support/service.js";

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const openAt = async (host: string, headers: Record<string, string> = {}) =>
  send(service, { path: "/", headers: { Authorization: undefined, Accept: "text/html", Host: host, ...headers } });

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

test("pages are compressed and can be revalidated, however many hosts others have named", async () => {
  for (let at = 0; at < 20; at++) {
    const host = `host-${at}.example`;
    const { headers } = await openAt(host, { "Accept-Encoding": "gzip, deflate, br, zstd" });
    expect([headers.get("Vary"), headers.get("Content-Encoding")]).toEqual(["Accept, Accept-Encoding", "br"]);
    expect((await openAt(host, { "If-None-Match": headers.get("ETag") ?? "" })).status).toBe(304);
  }
});

test("with SITE=off there is only the API", async () => {
  const bare = await startService({ SITE: "off" });
  const read = (path: string) => send(bare, { path, headers: { Accept: "text/html" } });
  for (const path of ["/", "/playground", "/llms.txt", "/assets/site.css", "/rules/generator-option/v1"])
    expect([path, (await read(path)).status]).toEqual([path, 404]);
  const { status, headers } = await read("/spec-packages/generator-option/v1");
  expect([status, headers.get("Content-Type"), headers.get("Vary")]).toEqual([
    200,
    "application/json; charset=utf-8",
    "Accept-Encoding",
  ]);
  expect((await read("/mcp")).status).toBe(405);
  await bare.stop();
});
