import { RulesFolder } from "../../support/rules-folder.js";
import { someOf } from "../../support/runs.js";
import { CONTRACT } from "../defects/defect.js";
import { caughtIn } from "./caught-in.js";
import { SEEDED } from "./seeded-mistakes.js";

test.each(someOf(SEEDED, 12))("a mistake is found by $stage: $title", async ({ stage, pointer, make }) => {
  const rules = new RulesFolder("data-contract");
  // It shows what normalizing does, which some of these change.
  rules.remove(`${CONTRACT}/examples/normalized.json`);
  make(rules);
  const caught = await caughtIn(rules);
  const places = [...caught.errors, ...caught.warnings].map((error) => error.pointer);
  expect({ stage: caught.stage, places }).toEqual({ stage, places: expect.arrayContaining([pointer]) });
  // One mistake, few errors: a wall hides it.
  const files = new Set(caught.errors.map(({ file }) => file));
  expect(files.size).toBeLessThanOrEqual(2);
});
