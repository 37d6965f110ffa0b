import { Random } from "./random.js";

/** The CPU time of all threads of this process. Unlike wall-clock time, it ignores other processes. */
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

/**
 * Measures each contender once per round, in a new random order, so that a slow moment of the
 * machine affects all equally. Returns the figures of each contender, one for each round.
 */
export async function measureInRounds(contenders, rounds, measure) {
  const random = new Random(rounds);
  const figures = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const order = contenders
      .map((one) => ({ one, rank: random.below(2 ** 32) }))
      .sort((a, b) => a.rank - b.rank);
    for (const { one } of order) figures.get(one.name).push(await measure(one));
  }
  return figures;
}

/** Measures the microseconds of one run of contenders `{ name, work(input), inputs(count) }`. */
export async function measureMicros(contenders, { quick, ...full }) {
  const { rounds, sliceMicros, warmUpMicros } = quick
    ? { rounds: 5, sliceMicros: 4_000, warmUpMicros: 100_000 }
    : { sliceMicros: 15_000, ...full };
  const counts = new Map();
  for (const one of contenders)
    counts.set(one.name, sliceMicros / (await warmUp(one, warmUpMicros)));
  return measureInRounds(contenders, rounds, (one) => run(one, clamp(counts.get(one.name))));
}

const BATCH = 16;

/**
 * Measures microseconds per run. Inputs are made in small batches outside the measured time, so that
 * they are as warm in the caches as a request.
 */
async function run({ work, inputs }, count) {
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

/** V8 keeps optimizing for thousands of runs. */
const MAX_WARM_UP_RUNS = 8_000;

/** Runs until the code is hot. Returns the microseconds per run. */
async function warmUp(contender, maxMicros) {
  let [micros, spent, runs] = [await run(contender, 1), 0, 0];
  while (spent < maxMicros && runs < MAX_WARM_UP_RUNS) {
    const count = clamp(maxMicros / 20 / micros);
    micros = Math.max(0.01, await run(contender, count));
    spent += micros * count;
    runs += count;
  }
  return micros;
}

const MAX_RUNS = 2_000;

function clamp(runs) {
  return Math.max(1, Math.min(MAX_RUNS, Math.round(runs)));
}

/** The median over all rounds of one contender's cost as a multiple of another's. */
export function ratioOf(timings, name, base) {
  const bases = timings.get(base);
  return median(timings.get(name).map((micros, round) => micros / bases[round]));
}
