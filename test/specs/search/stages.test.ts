import { relative } from "node:path";
import { someOf } from "../../support/runs.js";
import { Workshop } from "../defects/workshop.js";
import { SEEDED } from "./seeded.js";
import { caughtIn } from "./stages.js";

test.each(someOf(SEEDED, 12))("$stage: $title", async ({ stage, pointer, rule, make }) => {
  const workshop = new Workshop("data-contract");
  // It shows what normalizing does, which some of these change.
  workshop.remove("examples/normalized.json");
  make(workshop);
  const caught = await caughtIn(workshop, rule);
  const places = caught.errors.map((error) => error.pointer);
  expect({ stage: caught.stage, places }).toEqual({ stage, places: expect.arrayContaining([pointer]) });
  // One mistake, few errors: a wall hides it.
  const files = new Set(caught.errors.map(({ file }) => relative(workshop.version, file)));
  expect(files.size).toBeLessThanOrEqual(2);
});

test("there are sixty of them, each with a title of its own", () => {
  expect(SEEDED.length).toBeGreaterThanOrEqual(60);
  expect(new Set(SEEDED.map(({ title }) => title)).size).toBe(SEEDED.length);
});
