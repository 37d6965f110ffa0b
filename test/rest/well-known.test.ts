import { RawConnection } from "../support/raw-connection.js";
import { type RunningService, startService } from "../support/service.js";

const CONTACT = "mailto:security@assay.example";
let service: RunningService;
beforeAll(async () => {
  service = await startService({ SECURITY_CONTACT: CONTACT, BASE_URL: "https://assay.example/check" });
});
afterAll(() => service.stop());

test("the API catalog (RFC 9727) leads to documents that are there", async () => {
  const { status, headers, body } = await RawConnection.exchange(service.url, { path: "/.well-known/api-catalog" });
  expect([status, headers.get("Content-Type")]).toEqual([
    200,
    expect.stringMatching(/^application\/linkset\+json; pr/),
  ]);
  const [{ anchor, ...links }] = JSON.parse(body).linkset as [Record<string, { href: string }[]>];
  expect(anchor).toBe("https://assay.example/check/api");
  expect(Object.keys(links)).toEqual(["service-desc", "service-doc", "status"]);
  for (const { href } of Object.values(links).flat())
    expect((await fetch(href.replace("https://assay.example/check", service.url))).status).toBe(200);
});

test("security.txt (RFC 9116) has the contact, and an end less than a year away", async () => {
  const { status, headers, body } = await RawConnection.exchange(service.url, { path: "/.well-known/security.txt" });
  expect([status, headers.get("Content-Type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const fields = new Map(
    body
      .trimEnd()
      .split("\n")
      .map((line) => line.split(": ") as [string, string]),
  );
  expect(fields.get("Contact")).toBe(CONTACT);
  const days = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test("without a contact there is no security.txt, and without pages none is linked", async () => {
  const bare = await startService({ SITE: "off" });
  const get = (path: string) => RawConnection.exchange(bare.url, { path });
  expect((await get("/.well-known/security.txt")).status).toBe(404);
  expect((await get("/.well-known/api-catalog")).body).not.toContain("/reference");
  await bare.stop();
});
