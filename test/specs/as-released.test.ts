import { validate } from "../../src/library.js";
import { loadSpecs, openSpecs } from "../../src/specs/load-specs.js";
import { serviceErrors } from "../../src/specs/service-specs.js";
import { exampleRequest } from "../support/example-request.js";
import { RulesFolder } from "../support/rules-folder.js";
import { someOf } from "../support/runs.js";
import { OWNER_KIND, recordVersions, SPEC } from "./errors-of.js";

const rules = new RulesFolder();

afterEach(() => rules.restore());

/** An example that fails, in a file whose hash is recorded all the same. */
async function recordFailingExample(): Promise<void> {
  await recordVersions(rules);
  rules.edit(OWNER_KIND, { "/examples/1/message": "something else" });
  const { versions } = await openSpecs(rules.dir);
  const released = rules.read("generator-option/released.json") as { versions: Record<string, { files: object }> };
  for (const { version, hashes: files } of versions) (released.versions[version] as { files: object }).files = files;
  rules.write("generator-option/released.json", released);
}

test("a version that is as it was released is not tried again, but by rules check", async () => {
  await recordFailingExample();
  await expect(loadSpecs(rules.dir)).resolves.toBeDefined();
  const { fatal } = serviceErrors(await openSpecs(rules.dir));
  expect(fatal).toMatchObject([{ pointer: "/examples/1/message" }]);
});

const CHANGES: readonly [string, () => void][] = [
  ["a rule has changed", () => rules.edit(OWNER_KIND, { "/summary": "The owner is one that is allowed." })],
  ["a date is wrong", () => rules.edit(SPEC, { "/retiresOn": "2027-02-31" })],
];

test.each(someOf(CHANGES, 2))("it is tried again when %s", async (_, change) => {
  await recordFailingExample();
  change();
  await expect(loadSpecs(rules.dir)).rejects.toThrow(/examples\/1\/message/);
});

test("another title needs no examples", async () => {
  await recordFailingExample();
  rules.edit(SPEC, { "/title": "Another title" });
  const catalog = await loadSpecs(rules.dir);
  expect(catalog.get("generator-option")?.versions[0]?.source.settings.title).toBe("Another title");
});

test("a version that is compiled when it is first used gives the same answers", async () => {
  rules.copy("generator-option/v1", "generator-option/v2");
  const request = { ...exampleRequest(), specVersion: "v1" };
  const flawed = { ...request, candidate: { ...(request.candidate as object), generatorId: "Not Kebab" } };
  const before = await loadSpecs(rules.dir);
  await recordVersions(rules);
  const after = await loadSpecs(rules.dir);
  for (const one of [request, flawed]) expect(await validate(after, one)).toEqual(await validate(before, one));
});
