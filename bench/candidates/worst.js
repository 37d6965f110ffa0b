import { importSources } from "../../scripts/import-sources.js";
import { evaluate, parseStrictBytes, RegistryIndex, V1 } from "../compiled.js";
import { REGISTRY_IDS } from "../engines/v1.js";
import { cpuMicros, median } from "../measure.js";
import { Random } from "../random.js";
import { bodyOf, typical } from "./typical.js";

const MAX_FAILED_MUTATIONS = 40;
const ROUNDS = 15;
const MOST_MEASURED = 12;

/**
 * Searches for expensive candidates of up to 64 KiB by hill climbing: from `known` recipes and known
 * shapes in turn, then from random ones. Returns the most expensive recipes, the worst first, and
 * what a whole call takes for each: strict parsing, evaluation and writing the answer.
 */
export async function findWorst({ seconds, seed = 64, known = [], log }) {
  const { STARTS, mutated, prepared, randomRecipe } = await importSources("test/attacks/recipe.ts");
  const registry = RegistryIndex.of(REGISTRY_IDS);
  const random = new Random(seed);
  const next = () => random.below(2 ** 32) / 2 ** 32;
  async function evaluationMillis(candidate) {
    const start = cpuMicros();
    await evaluate(V1, candidate, registry);
    return (cpuMicros() - start) / 1000;
  }
  async function callMillis(body) {
    const start = cpuMicros();
    JSON.stringify(await evaluate(V1, parseStrictBytes(body).value.candidate, registry));
    return (cpuMicros() - start) / 1000;
  }
  // Cold code would make whatever comes first look expensive.
  for (let run = 0; run < 500; run++) await evaluationMillis(typical({ seed: run }));

  const starts = [...known.map(({ start, recipe }) => [start, recipe]), ...Object.entries(STARTS)];
  const found = [];
  let tried = 0;
  const end = cpuMicros() + seconds * 1e6;
  for (let climb = 0; cpuMicros() < end; climb++) {
    const [start, first] = starts[climb] ?? ["random", randomRecipe(next)];
    // The starts share the time that is left, so that a short search looks at each of them.
    const until = cpuMicros() + (end - cpuMicros()) / Math.max(1, starts.length - climb);
    let here = { start, recipe: first, millis: 0 };
    let recipe = first;
    for (let stuck = 0; stuck <= MAX_FAILED_MUTATIONS && cpuMicros() < until; tried++) {
      const candidate = prepared(recipe);
      let millis = await evaluationMillis(candidate);
      // Takes the lower of two measurements, so that a garbage collection does not mislead the
      // search.
      if (millis > here.millis) millis = Math.min(millis, await evaluationMillis(candidate));
      stuck++;
      if (millis > here.millis) [here, stuck] = [{ start, recipe, millis }, 0];
      recipe = mutated(here.recipe, next);
    }
    log(`${here.millis.toFixed(1)} ms from ${start}: ${describeRecipe(here.recipe)}`);
    // A body that is refused while it is read is never evaluated.
    if (parseStrictBytes(Buffer.from(bodyOf(prepared(here.recipe)))).value !== undefined)
      found.push(here);
  }

  const worst = found.toSorted((one, other) => other.millis - one.millis).slice(0, MOST_MEASURED);
  for (const one of worst) {
    const body = Buffer.from(bodyOf(prepared(one.recipe)));
    const rounds = [];
    // One round is enough for what takes seconds.
    for (let round = 0; round < ROUNDS && (round === 0 || one.millis < 1_000); round++)
      rounds.push(await callMillis(body));
    Object.assign(one, { millis: median(rounds), bytes: body.length });
  }
  return { tried, worst: worst.toSorted((one, other) => other.millis - one.millis) };
}

export function describeRecipe(recipe) {
  return Object.entries(recipe)
    .map(([gene, choice]) => `${gene} ${choice}`)
    .join(", ");
}
