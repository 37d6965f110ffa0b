import { countErrors, errorText, type FileError } from "../../src/errors/file-error.js";
import { openSpecs } from "../../src/specs/load-specs.js";
import { serviceErrors } from "../../src/specs/service-specs.js";
import { RulesFolder } from "../support/rules-folder.js";

const COPIES = 30;
/** Each copy, and the rule that is copied, repeats the check, the summary and the message of another. */
const ERRORS = 3 * (COPIES + 1);

function expectFirstTwenty(errors: readonly FileError[]): void {
  expect([errors.length, countErrors(errors)]).toEqual([21, ERRORS]);
  const lines = errors.map(errorText);
  expect(lines.at(0)).toMatch(/\.json:\d+:\d+: \/check: the rule .* checks the same; remove one$/);
  expect(lines.at(-1)).toMatch(new RegExp(`/rules: ${ERRORS - 20} more errors; correct those above first$`));
}

// test/start.test.ts and reload.test.ts have what a service does with them.
test.each(["draft", "released"])(
  "of a %s version with very many errors, 20 are reported, then their count",
  async (status) => {
    const rules = new RulesFolder("rollout-plan");
    rules.edit("rollout-plan/v1/spec.json", { "/status": status });
    for (let copy = 0; copy < COPIES; copy++)
      rules.copy("rollout-plan/v1/rules/stage-ids-are-unique.json", `rollout-plan/v1/rules/stage-ids-are-${copy}.json`);
    const { brokenDrafts, fatal } = serviceErrors(await openSpecs(rules.dir));
    expectFirstTwenty(status === "draft" ? (brokenDrafts[0]?.errors ?? []) : fatal);
    expect(status === "draft" ? fatal : brokenDrafts).toEqual([]);
  },
);
