import { inRounds, median } from "../measure.js";

const QUICK = { rounds: 5, sliceMicros: 4_000, warmUp: { micros: 100_000, runs: 8_000 } };
const FULL = { rounds: 21, sliceMicros: 15_000, warmUp: { micros: 400_000, runs: 8_000 } };

/** The cost of the same work at several sizes, measured in rounds: microseconds by size. */
export async function bySize(sizes, contenderOf, { quick }) {
  const contenders = sizes.map((size) => ({ name: size, ...contenderOf(size) }));
  const timings = await inRounds(contenders, quick ? QUICK : FULL);
  return sizes.map((size) => ({ size, micros: median(timings.get(size)) }));
}
