import { eventually } from "../support/eventually.js";
import { RulesFolder } from "../support/rules-folder.js";
import { runMain } from "../support/run-main.js";
import { IS_OF_ALL } from "../support/runs.js";
import { ready } from "../support/send.js";
import { startService } from "../support/service.js";
import { temporaryFile } from "../support/temporary-file.js";

const VERSION = "rollout-plan/v2";
const COPIES = IS_OF_ALL ? 300 : 30;
/** Each copy, and the rule that is copied, repeats the check, the summary and the message of another. */
const ERRORS = 3 * (COPIES + 1);

// Of a small domain, since each change has all of it checked.
const rules = new RulesFolder("rollout-plan");
rules.edit("rollout-plan/v1/spec.json", { "/status": "released" });
rules.copy("rollout-plan/v1", VERSION);
rules.edit(`${VERSION}/spec.json`, { "/status": "draft" });
const registry = { file: (await temporaryFile({ generators: [] })).path };
const targets = [{ id: "shop", url: "http://shop.test", domains: ["rollout-plan"], registry }];
const env = { RULES_DIR: rules.dir, TARGETS_FILE: (await temporaryFile({ targets })).path };

function expectFirstTwenty(errors: readonly string[]): void {
  expect(errors).toHaveLength(21);
  expect(errors.at(0)).toMatch(/\.json:\d+:\d+: \/check: the rule .* checks the same; remove one$/);
  expect(errors.at(-1)).toMatch(new RegExp(`/rules: ${ERRORS - 20} more errors; correct those above first$`));
}

test("of a draft with hundreds of errors, 20 are reported, then their count; at a reload and at the start", async () => {
  const service = await startService(env);
  for (let copy = 0; copy < COPIES; copy++)
    rules.copy(`${VERSION}/rules/stage-ids-are-unique.json`, `${VERSION}/rules/stage-ids-are-unique-${copy}.json`);
  await eventually(async () => (await ready(service)).brokenDrafts.length > 0);
  const broken = [{ domainId: "rollout-plan", version: "v2", errors: ERRORS }];
  expect((await ready(service)).brokenDrafts).toEqual(broken);
  await eventually(() => service.logged("draft not updated").length > 0);
  expectFirstTwenty(service.logged("draft not updated")[0]?.errors as string[]);
  const second = await startService(env);
  expect((await ready(second)).brokenDrafts).toEqual(broken);
  expectFirstTwenty(second.logged("draft left out")[0]?.errors as string[]);
});

test("a start with a released package of hundreds of errors is refused with 20 of them, then their count", async () => {
  for (let number = 0; number < 30; number++) rules.write(`rollout-plan/v1/rules/broken-${number}.json`, "{");
  const { code, stderr } = await runMain(env);
  expect(code).toBe(78);
  const lines = stderr.split("\n").filter((line) => line.includes("/rules"));
  expect(lines.filter((line) => /broken-\d+\.json:1:2: not JSON/.test(line))).toHaveLength(20);
  expect(lines.at(-1)).toMatch(/\/rules: \d+ more errors; correct those above first$/);
});
