import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually.js";
import { RulesFolder } from "../support/rules-folder.js";
import { runMain } from "../support/run-main.js";
import { IS_OF_ALL } from "../support/runs.js";
import { ready } from "../support/send.js";
import { startService } from "../support/service.js";

const VERSION = "generator-option/v2";
const COPIES = IS_OF_ALL ? 300 : 30;
/** Each copy, and the rule that is copied, repeats the check, the summary and the message of another. */
const ERRORS = 3 * (COPIES + 1);

let rules: RulesFolder;
beforeEach(() => {
  rules = new RulesFolder();
  rules.copy("generator-option/v1", VERSION);
  rules.edit(`${VERSION}/spec.json`, { "/status": "draft" });
});

function addCopies(): void {
  const rule = readFileSync(join(rules.dir, VERSION, "rules/generator-id-is-free.json"));
  for (let copy = 0; copy < COPIES; copy++)
    writeFileSync(join(rules.dir, VERSION, `rules/generator-id-is-free-${copy}.json`), rule);
}

function expectFirstTwenty(errors: readonly string[]): void {
  expect(errors).toHaveLength(21);
  expect(errors.at(0)).toMatch(/\.json:\d+:\d+: \/check: the rule .* checks the same; remove one$/);
  expect(errors.at(-1)).toMatch(new RegExp(`/rules: ${ERRORS - 20} more errors; correct those above first$`));
}

test("of a draft with hundreds of errors, 20 are reported, then their count; at a reload and at the start", async () => {
  const service = await startService({ RULES_DIR: rules.dir });
  addCopies();
  await eventually(async () => (await ready(service)).brokenDrafts.length > 0);
  const broken = [{ domainId: "generator-option", version: "v2", errors: ERRORS }];
  expect((await ready(service)).brokenDrafts).toEqual(broken);
  await eventually(() => service.logged("draft not updated").length > 0);
  expectFirstTwenty(service.logged("draft not updated")[0]?.errors as string[]);
  const second = await startService({ RULES_DIR: rules.dir });
  expect((await ready(second)).brokenDrafts).toEqual(broken);
  expectFirstTwenty(second.logged("draft left out")[0]?.errors as string[]);
});

test("a start with a released package of hundreds of errors is refused with 20 of them, then their count", async () => {
  rules.remove("generator-option/v1");
  rules.rename(VERSION, "generator-option/v1");
  rules.edit("generator-option/v1/spec.json", { "/status": "released" });
  for (let number = 0; number < 30; number++) rules.write(`generator-option/v1/rules/broken-${number}.json`, "{");
  const { code, stderr } = await runMain({ RULES_DIR: rules.dir });
  expect(code).toBe(78);
  const lines = stderr.split("\n").filter((line) => line.includes("/rules"));
  expect(lines.filter((line) => /broken-\d+\.json:1:2: not JSON/.test(line))).toHaveLength(20);
  expect(lines.at(-1)).toMatch(/\/rules: \d+ more errors; correct those above first$/);
});
