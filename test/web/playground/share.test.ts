import { deflateRawSync } from "node:zlib";
import { isLink, readFragment, toFragment } from "../../../web/playground/share.js";

test("a fragment holds domain, version and text, and nothing that a URL would escape", async () => {
  const link = { domainId: "generator-option", version: "v1", text: '{ "größe": "✓" }'.repeat(50) };
  const fragment = await toFragment(link);
  expect(fragment).toMatch(/^#[\w=&-]+$/);
  expect(fragment.length).toBeLessThan(150);
  expect(await readFragment(fragment)).toEqual(link);
});

test("a link from a rule's page names an example", async () => {
  expect(await readFragment("#domain=d&version=v2&rule=r&example=3")).toEqual({
    domainId: "d",
    version: "v2",
    start: { kind: "rule", rule: "r", example: 3 },
  });
});

const pack = (text: string) => deflateRawSync(text).toString("base64url");

test.each([
  ["no base64", "#c=%%%"],
  ["nothing that was compressed", "#c=AAAA"],
  ["what is not UTF-8", `#c=${deflateRawSync(Buffer.from([0xff, 0xfe])).toString("base64url")}`],
  ["a few bytes that become too many", `#c=${pack(" ".repeat(2_000_000))}`],
])("a fragment with %s has no text, and says so", async (_, fragment) => {
  expect(await readFragment(fragment)).toEqual({ isBroken: true });
});

test("a fragment that names nothing of a candidate is a place in the page", async () => {
  expect(await readFragment("")).toEqual({});
  expect(["", "#main", "#domain=d", "#c=", "#version=v1"].map(isLink)).toEqual([false, false, true, true, true]);
});
