import { tryLoadSpecs } from "../../src/specs/load-specs.js";
import { splitErrors } from "../../src/specs/service-specs.js";
import { checkVersion } from "../../src/workshop/check-version.js";
import { type Edits, type Loose, RulesFolder } from "../support/rules-folder.js";
import { someOf } from "../support/runs.js";

const VERSION = "data-contract/v1";
const FEW = `${VERSION}/rules/tags-are-few.json`;
const SECRET = `${VERSION}/rules/personal-data-is-secret.json`;

/** What the engine of a release found right, and another engine may find otherwise. */
const OTHERWISE: readonly [
  why: string,
  file: string,
  change: Edits | ((content: Loose) => void),
][] = [
  ["a fix is less certain", SECRET, { "/examples/2/fix": "has-placeholders" }],
  ["a fix does something else", SECRET, { "/examples/2/fixed": { "/classification": "internal" } }],
  [
    "no example proves a fix",
    SECRET,
    (rule) => (rule.examples = [rule.examples[0], rule.examples.at(-1)]),
  ],
  [
    "a message guesses another word",
    FEW,
    { "/examples/2/message": "there are 6 tags; did you mean 5?" },
  ],
  ["an example breaks another rule too", FEW, { "/examples/2/set/~1tags/5": "F" }],
  ["an example breaks its rule no more", FEW, { "/examples/2/set/~1tags": ["a"] }],
  [
    "a whole example has other diagnostics",
    `${VERSION}/examples/orders.json`,
    { "/candidate/owner/team": "nobody" },
  ],
  ["the lint finds more", FEW, { "/summary": "Tags are in lower case." }],
];

/** Records the version as it is now, as an earlier engine released it. */
async function released(rules: RulesFolder): Promise<void> {
  const { versions } = await tryLoadSpecs(rules.dir);
  const records = versions.map(({ version, spec, hashes: files }) => [
    version,
    { digest: spec?.digest, files },
  ]);
  rules.write("data-contract/released.json", {
    $schema: "../../../rules/released.schema.json",
    versions: Object.fromEntries(records),
  });
}

describe("a version that an earlier engine released is served, and checking it only warns", () => {
  test.each(someOf(OTHERWISE, 3))("where %s", async (_, file, change) => {
    const rules = new RulesFolder("data-contract");
    rules.edit(file, change);
    await released(rules);
    const served = await tryLoadSpecs(rules.dir);
    expect(splitErrors(served)).toEqual({ brokenDrafts: [], fatal: [] });
    expect(served.catalog.get("data-contract")?.current?.version).toBe("v1");
    const checked = await tryLoadSpecs(rules.dir, { loadVersion: checkVersion });
    expect(checked.versions.map(({ errors, spec }) => [errors, spec?.version])).toEqual([
      [[], "v1"],
    ]);
    expect(
      checked.versions[0]?.warnings?.map((warning) => warning.file.endsWith(".json")),
    ).toContain(true);
  });
});

test("what decides otherwise than it was released is not served", async () => {
  const rules = new RulesFolder("data-contract");
  await released(rules);
  rules.edit(FEW, { "/check/count/max": 4 });
  // An example may change at any time, so it is none of the errors.
  rules.edit(`${VERSION}/examples/orders.json`, { "/title": "Orders of another year" });
  expect(splitErrors(await tryLoadSpecs(rules.dir)).fatal).toMatchObject([
    { detail: expect.stringMatching(/differs from what was released as v1/) },
  ]);
});
