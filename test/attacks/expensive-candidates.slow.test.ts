import { readFileSync } from "node:fs";
import { validate } from "../../src/index.js";
import { blockCounter } from "../support/block-counter.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import { exampleRequest } from "../support/example-request.js";
import { someOf } from "../support/runs.js";
import { prepared, type Recipe, requestSize, STARTS } from "./recipe.js";

/** The maximum for a request of 64 KiB, little above what the most expensive one executes. */
const MAX_BLOCKS = 1_100_000;
/** The lowest count of a few runs is taken: the first ones count up to a tenth more. */
const RUNS = 4;

/** The most expensive candidates that `npm run bench -- --hunt` has found. */
const FOUND: { start: string; recipe: Recipe }[] = JSON.parse(
  readFileSync(new URL("expensive-candidates.json", import.meta.url), "utf8"),
);

const blocksOf = await blockCounter();
const specs = compiledSpecs("rules");

const check = (candidate: unknown) =>
  validate(specs, { ...exampleRequest(), candidate }, { registry: ["person-name"] });

async function expectBounded(recipe: Recipe) {
  const candidate = prepared(recipe);
  expect(requestSize(candidate)).toBeLessThanOrEqual(65_536);
  const counts: number[] = [];
  for (let run = 0; run < RUNS; run++) counts.push(await blocksOf(() => check(prepared(recipe))));
  expect(Math.min(...counts)).toBeLessThan(MAX_BLOCKS);
}

test.each(someOf(FOUND, 5).map(({ start, recipe }) => [start, recipe]))(
  "found from %s",
  async (_, recipe) => {
    await expectBounded(recipe as Recipe);
  },
);

/** Shapes in which the keys of each record are compared with 64 declared names. */
const NEAR_MISSES = [
  "another near miss in each record",
  "near misses of all fields in each record",
];
test.each(NEAR_MISSES.flatMap((start) => [16, 480].map((count) => [start, count] as const)))(
  "%s, in %i records",
  (start, recordCount) => expectBounded({ ...(STARTS[start] as Recipe), recordCount }),
);

test("one fix is repaired though the first trial, of all fixes together, takes most of the work", async () => {
  const found = FOUND.find(({ start }) => start === "records under another name");
  const { summary, repair } = await check(prepared(found?.recipe as Recipe));
  expect(repair?.complete).toBe(false);
  expect(summary.fixable).toBeGreaterThan(0);
});
