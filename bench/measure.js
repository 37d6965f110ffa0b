import { seeded } from "./random.js";

/**
 * CPU time of all threads of this process, in microseconds: other processes hardly affect it, unlike wall-clock time.
 */
export function cpuMicros() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The least-squares slope of y over x. */
export function slope(points) {
  const mean = (pick) => points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  return mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2);
}

const BATCH = 16;

/**
 * Microseconds per run. Inputs are created in small batches outside the measured time, to be as warm as a request.
 */
async function run(work, inputs, count) {
  let micros = 0;
  for (let left = count; left > 0; left -= BATCH) {
    const batch = inputs(Math.min(left, BATCH));
    const start = cpuMicros();
    for (const input of batch) {
      const result = work(input);
      if (result instanceof Promise) await result;
    }
    micros += cpuMicros() - start;
  }
  return micros / count;
}

/**
 * Measures contenders `{ name, work(input), inputs(count) }` in rounds: each once per round, in a new random order,
 * so that a slow moment of the machine affects all equally. Returns the microseconds per contender and round.
 */
export async function inRounds(contenders, { rounds, sliceMicros, warmUp: limits }) {
  const random = seeded(rounds);
  const timings = new Map(contenders.map(({ name }) => [name, []]));
  const counts = new Map();
  for (const { name, work, inputs } of contenders) counts.set(name, await warmUp(work, inputs, sliceMicros, limits));
  for (let round = 0; round < rounds; round++) {
    for (const { name, work, inputs } of random.shuffled(contenders)) {
      timings.get(name).push(await run(work, inputs, counts.get(name)));
    }
  }
  return timings;
}

const MAX_RUNS = 2_000;

/** How many runs fill a slice once the code is hot. V8 keeps compiling the code for proofs for thousands of runs. */
async function warmUp(work, inputs, sliceMicros, { micros: most, runs: enough }) {
  let [micros, spent, runs] = [await run(work, inputs, 1), 0, 0];
  while (spent < most && runs < enough) {
    const count = clamp(most / 20 / micros);
    micros = Math.max(0.01, await run(work, inputs, count));
    spent += micros * count;
    runs += count;
  }
  return clamp(sliceMicros / micros);
}

function clamp(runs) {
  return Math.max(1, Math.min(MAX_RUNS, Math.round(runs)));
}

/** The median, over all rounds, of one contender's cost as a multiple of another's in the same round. */
export function ratioOf(timings, name, base) {
  const bases = timings.get(base);
  return median(timings.get(name).map((micros, round) => micros / bases[round]));
}
