import { Random } from "./random.js";
import { SEED } from "./seed.js";

/** How much more often than in `npm test` chance or a race is tried: `npm run test:all` sets it. */
const FACTOR = Number(process.env.RUN_FACTOR ?? 1);

/** Whether all tests run: in `npm run test:all`, in pull requests, or with RUN_FACTOR=2. */
export const IS_FULL_RUN = FACTOR > 1;

export function repetitions(usual: number): number {
  return usual * FACTOR;
}

/**
 * For fast-check: half of them in `npm test`. `all`, if more than usual times the factor are needed
 * when everything is tested.
 */
export function runs(usual: number, all = repetitions(usual)): { numRuns: number } {
  return { numRuns: IS_FULL_RUN ? all : Math.ceil(usual / 2) };
}

/**
 * For what takes long, and hardly fails alone. `npm test` skips it, like the files
 * `*.slow.test.ts`.
 */
export const slowTest = IS_FULL_RUN ? test : test.skip;

/**
 * Of a long table, one of every so many rows, others for every seed; `npm run test:all` takes all
 * of them.
 */
export function someOf<T>(rows: readonly T[], every: number): T[] {
  if (IS_FULL_RUN) return [...rows];
  const random = new Random(SEED);
  return Array.from({ length: Math.ceil(rows.length / every) }, (_, at) =>
    random.of(rows.slice(at * every, (at + 1) * every)),
  );
}

/**
 * How many of so many random tries succeed at least if a share of all does: two standard deviations
 * fewer.
 */
export function fewestExpected(count: number, share: number): number {
  return count * share - 2 * Math.sqrt(count * share * (1 - share));
}
