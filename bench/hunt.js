import { readFileSync, writeFileSync } from "node:fs";
import { describeRecipe, huntWorst } from "./candidates/worst.js";

const FILE = new URL("../test/attacks/expensive-candidates.json", import.meta.url);
const LIMIT_MILLIS = 50;
/** Hunts that share the time: one may miss what another finds. */
const SEEDS = 3;

/** Looks for the most expensive candidates and keeps them for a test. */
export async function hunt(seconds, seed) {
  const log = (line) =>
    process.stderr.write(`${Math.round(performance.now() / 1000)} s hunt: ${line}\n`);
  const known = JSON.parse(readFileSync(FILE, "utf8"));
  const hunts = [];
  for (let at = 0; at < SEEDS; at++)
    hunts.push(await huntWorst({ seconds: seconds / SEEDS, seed: seed + at, known, log }));
  const tried = hunts.reduce((sum, one) => sum + one.tried, 0);
  const worst = hunts
    .flatMap((one) => one.worst)
    .toSorted((one, other) => other.millis - one.millis);

  process.stdout.write(
    `${tried} candidates tried, seeds from ${seed}; at most ${LIMIT_MILLIS} ms are the goal\n`,
  );
  for (const { start, recipe, millis, bytes } of worst)
    process.stdout.write(
      `${millis.toFixed(1)} ms, ${bytes} bytes, from ${start}: ${describeRecipe(recipe)}\n`,
    );
  // Of what comes from the same start, the worst is enough. What a short search did not get to stays.
  const kept = new Map(
    [...known, ...worst.toReversed()].map(({ start, recipe }) => [start, recipe]),
  );
  const recipes = [...kept].map(([start, recipe]) => ({ start, recipe }));
  writeFileSync(FILE, `${JSON.stringify(recipes, null, 2)}\n`);
}
