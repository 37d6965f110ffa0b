/** How much more often than in `npm test` chance or a race is tried: `npm run test:all` sets it. */
const FACTOR = Number(process.env.RUN_FACTOR ?? 1);

/** Whether `npm run test:all` runs. */
export const IS_OF_ALL = FACTOR > 1;

export function times(usual: number): number {
  return usual * FACTOR;
}

/**
 * For fast-check: half of them in `npm test`. `all`, if more than usual times the factor are needed when everything is
 * tested.
 */
export function runs(usual: number, all = times(usual)): { numRuns: number } {
  return { numRuns: IS_OF_ALL ? all : Math.ceil(usual / 2) };
}

/**
 * For what a cheaper test of the parts proves too, so that only `npm run test:all` proves it over processes and
 * sockets.
 */
export const testOfAll = IS_OF_ALL ? test : test.skip;

/** Of a long table, every so many rows; `npm run test:all` takes all of them. */
export function someOf<T>(rows: readonly T[], every: number): T[] {
  return IS_OF_ALL ? [...rows] : rows.filter((_, at) => at % every === 0);
}
