import { readFileSync, writeFileSync } from "node:fs";
import { describeRecipe, findWorst } from "./candidates/worst.js";

const FILE = new URL("../test/attacks/expensive-candidates.json", import.meta.url);
const LIMIT_MILLIS = 50;
/** The searches that share the time. One may miss what another finds. */
const SEARCHES = 3;

/** Searches for the most expensive candidates and keeps them for a test. */
export async function hunt(seconds, seed) {
  const log = (line) =>
    process.stderr.write(`${Math.round(performance.now() / 1000)} s hunt: ${line}\n`);
  const known = JSON.parse(readFileSync(FILE, "utf8"));
  const worst = [];
  let tried = 0;
  for (let at = 0; at < SEARCHES; at++) {
    const found = await findWorst({ seconds: seconds / SEARCHES, seed: seed + at, known, log });
    worst.push(...found.worst);
    tried += found.tried;
  }
  worst.sort((one, other) => other.millis - one.millis);

  process.stdout.write(
    `${tried} candidates tried, seeds from ${seed}; at most ${LIMIT_MILLIS} ms are the goal\n`,
  );
  for (const { start, recipe, millis, bytes } of worst)
    process.stdout.write(
      `${millis.toFixed(1)} ms, ${bytes} bytes, from ${start}: ${describeRecipe(recipe)}\n`,
    );
  // Keeps the worst recipe of each start, and those that a short search did not reach.
  const kept = new Map(
    [...known, ...worst.toReversed()].map(({ start, recipe }) => [start, recipe]),
  );
  const recipes = [...kept].map(([start, recipe]) => ({ start, recipe }));
  writeFileSync(FILE, `${JSON.stringify(recipes, null, 2)}\n`);
}
