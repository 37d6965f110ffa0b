import { join } from "node:path";
import { checkFiles } from "../../../src/service/live/check-files.js";
import { type CheckedFiles, type Content, loadContent } from "../../../src/service/live/content.js";
import { takeFingerprint } from "../../../src/service/live/fingerprint.js";
import { openSpecs } from "../../../src/workshop/load-specs.js";
import { RulesFolder } from "../../support/rules-folder.js";

const SPEC = "rollout-plan/v1/spec.json";
/** Three domains, of which one inherits from another. */
const rules = new RulesFolder("rollout-plan");
rules.edit(SPEC, { "/status": "released" });
rules.copy("rollout-plan", "reports");
rules.copy("rollout-plan/domain.json", "orders/domain.json");
rules.write("orders/v1/spec.json", {
  $schema: "../../../../rules/spec.schema.json",
  status: "draft",
  title: "Orders",
  extends: "../rollout-plan/v1",
});
const target = {
  id: "studio",
  url: "http://studio.test",
  domains: ["rollout-plan"],
  registry: { file: "taken.txt" },
};
rules.write("targets.txt", JSON.stringify({ targets: [target] }));
rules.write("taken.txt", JSON.stringify({ generators: [] }));
const [targetsFile, rulesDirs] = [join(rules.dir, "targets.txt"), [rules.dir]];
const fingerprint = () => takeFingerprint(targetsFile, rulesDirs);
const checks: CheckedFiles[] = [];
const { catalog: specs } = await openSpecs(rules.dir);
let content: Content = { catalog: specs, brokenDrafts: [], targets: [], fingerprint: await fingerprint() };

async function reload(readsAll = false): Promise<Content> {
  const loaded = await loadContent(
    { targetsFile, rulesDirs },
    content,
    async (task) => {
      const checked = await checkFiles(task);
      if (checked !== undefined) checks.push(checked);
      return checked;
    },
    await fingerprint(),
    readsAll,
  );
  if (loaded === undefined || "errors" in loaded) throw new Error(JSON.stringify(loaded));
  content = loaded;
  return content;
}

const readLast = () => checks.at(-1)?.checked.domains.map(({ id }) => id);

test("only domains that have changed are read again, with those that inherit from them", async () => {
  const before = content.catalog;
  rules.edit("reports/v1/spec.json", { "/title": "Other reports" });
  await reload();
  expect(readLast()).toEqual(["reports"]);
  expect([...content.catalog.keys()]).toEqual([...before.keys()]);
  expect(content.catalog.get("orders")).toBe(before.get("orders"));
  expect(content.catalog.get("reports")?.versions[0]?.source.settings.title).toBe("Other reports");

  rules.edit(SPEC, { "/data/longestTitle/mail": 61 });
  await reload();
  expect(readLast()).toEqual(["orders", "rollout-plan"]);
  expect(content.catalog.get("orders")?.versions[0]?.source.settings.data.longestTitle).toHaveProperty("mail", 61);
});

test("a domain that is gone is gone, and a signal reads everything", async () => {
  rules.remove("reports");
  await reload();
  expect(readLast()).toEqual([]);
  expect([...content.catalog.keys()]).toEqual(["orders", "rollout-plan"]);
  await reload(true);
  expect(readLast()).toEqual(["orders", "rollout-plan"]);
});

test("a draft with errors is checked each time, and keeps its last good form", async () => {
  const good = content.catalog.get("orders")?.versions[0];
  rules.edit("orders/v1/spec.json", { "/extends": "../rollout-plan/v9" });
  for (let time = 0; time < 2; time++) {
    const { catalog: specs, brokenDrafts } = await reload();
    expect(readLast()).toEqual(["orders"]);
    expect(brokenDrafts).toMatchObject([{ domainId: "orders", version: "v1" }]);
    expect(specs.get("orders")?.versions).toEqual([good]);
  }
});

test("a change while files are checked does not discard them, but one while they are read does", async () => {
  const now = await fingerprint();
  const task = { targetsFile, rulesDirs, drafts: [], known: {}, inheriting: {} };
  const whenCompared = {
    ...now,
    // Asked for when the files are read, and before they are checked.
    get whole() {
      rules.edit(SPEC, { "/title": "Written during the check" });
      return now.whole;
    },
  };
  expect(await checkFiles({ ...task, fingerprint: whenCompared })).toBeDefined();
  expect(await checkFiles({ ...task, fingerprint: now })).toBeUndefined();
});
