import { readFileSync } from "node:fs";
import { validate } from "../../src/index.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import { exampleRequest } from "../support/example-request.js";
import { someOf } from "../support/runs.js";
import { prepared, type Recipe, requestSize } from "./recipe.js";

/**
 * The maximum cost of one evaluation, in evaluations of a candidate with a few errors. Comparing thousands of names with
 * each other once cost several times as much.
 */
const MAX_COST = 250;
const REPEATS = 3;

/** The most expensive candidates that `npm run bench -- --hunt` has found. */
const FOUND: { start: string; recipe: Recipe }[] = JSON.parse(
  readFileSync(new URL("expensive-candidates.json", import.meta.url), "utf8"),
);

let cpuOf: (candidate: Record<string, unknown>, runs?: number) => Promise<number>;
let usual: number;
beforeAll(async () => {
  const specs = compiledSpecs("rules");
  cpuOf = async (candidate, runs = REPEATS) => {
    const request = { ...exampleRequest(), candidate };
    let least = Number.POSITIVE_INFINITY;
    for (let run = 0; run < runs; run++) {
      const before = process.cpuUsage();
      await validate(specs, request, { registry: ["person-name"] });
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, user + system);
    }
    return least;
  };
  const slips = { generatorId: "City Weather", supportedStrategies: ["Fast", "realstic"], colour: "blue" };
  const { candidate: faulty } = exampleRequest(slips);
  await cpuOf(faulty, 300);
  usual = await cpuOf(faulty, 100);
});

test.each(someOf(FOUND, 2).map(({ start, recipe }) => [start, recipe]))("found from %s", async (_, recipe) => {
  const candidate = prepared(recipe as Recipe);
  expect(requestSize(candidate)).toBeLessThanOrEqual(65_536);
  expect((await cpuOf(candidate)) / usual).toBeLessThan(MAX_COST);
});
