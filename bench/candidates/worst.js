import { evaluate, parseStrictBytes, RegistryIndex } from "../compiled.js";
import { loadV1 } from "../engines/assay.js";
import { REGISTRY_IDS } from "../engines/v1.js";
import { cpuMicros, median } from "../measure.js";
import { seeded } from "../random.js";
import { express, mutated, randomGenome } from "./nasty.js";
import { bodyOf } from "./typical.js";

const MAX_FAILED_MUTATIONS = 40;

/** Hill climbing from random candidates of up to 64 KiB to more expensive ones; restarts when stuck. */
export async function huntWorst({ seconds, log }) {
  const spec = await loadV1();
  const registry = RegistryIndex.of(REGISTRY_IDS);
  const random = seeded(64);
  const evaluating = async (candidate) => {
    const start = cpuMicros();
    await evaluate(spec, candidate, registry);
    return (cpuMicros() - start) / 1000;
  };
  const answering = async (body) => {
    const start = cpuMicros();
    const { value } = parseStrictBytes(body);
    JSON.stringify(await evaluate(spec, value.candidate, registry));
    return (cpuMicros() - start) / 1000;
  };

  const nowhere = { genome: undefined, millis: 0 };
  let [worst, here, stuck, tried] = [nowhere, nowhere, 0, 0];
  for (const end = cpuMicros() + seconds * 1e6; cpuMicros() < end; tried++) {
    if (stuck > MAX_FAILED_MUTATIONS) [here, stuck] = [nowhere, 0];
    const genome = here.genome ? mutated(here.genome, random) : randomGenome(random);
    const candidate = express(genome);
    let millis = await evaluating(candidate);
    // The lower of two measurements, so that an unrelated garbage collection does not mislead the search.
    if (millis > here.millis) millis = Math.min(millis, await evaluating(candidate));
    stuck++;
    if (millis > here.millis) [here, stuck] = [{ genome, millis }, 0];
    if (here.millis > worst.millis) worst = here;
  }

  const candidate = express(worst.genome);
  const body = Buffer.from(bodyOf(candidate));
  const [engine, request] = [[], []];
  for (let round = 0; round < 9; round++) {
    engine.push(await evaluating(candidate));
    request.push(await answering(body));
  }
  const description = `${tried} tried, ${body.length} bytes: ${Object.entries(worst.genome)
    .map(([gene, choice]) => `${gene} ${choice}`)
    .join(", ")}`;
  log(`the worst takes ${median(engine).toFixed(1)} ms (${description})`);
  return { millis: median(engine), requestMillis: median(request), description };
}
