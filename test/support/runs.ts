/** How much more often than in `npm test` chance or a race is tried: `npm run test:all` sets it. */
const FACTOR = Number(process.env.RUN_FACTOR ?? 1);

export function times(usual: number): number {
  return usual * FACTOR;
}

/**
 * For fast-check: half of them in `npm test`. `all`, if more than usual times the factor are needed when everything is
 * tested.
 */
export function runs(usual: number, all = times(usual)): { numRuns: number } {
  return { numRuns: FACTOR > 1 ? all : Math.ceil(usual / 2) };
}

/**
 * For what a cheaper test of the parts proves too, so that only `npm run test:all` proves it over processes and
 * sockets.
 */
export const testOfAll = FACTOR > 1 ? test : test.skip;

/** Of a long table, every so many rows; `npm run test:all` takes all of them. */
export function someOf<T>(rows: readonly T[], every: number): T[] {
  return FACTOR > 1 ? [...rows] : rows.filter((_, at) => at % every === 0);
}
