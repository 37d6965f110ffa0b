/** How much more often than in `npm test` chance or a race is tried: `npm run test:all` sets it. */
const FACTOR = Number(process.env.RUN_FACTOR ?? 1);

export function times(usual: number): number {
  return usual * FACTOR;
}

/** For fast-check. */
export function runs(usual: number): { numRuns: number } {
  return { numRuns: times(usual) };
}

/** For what a cheaper test of the parts proves too, so that only `npm run test:all` proves it over processes and sockets. */
export const testOfAll = FACTOR > 1 ? test : test.skip;

/** Of a long table, every third row; `npm run test:all` takes all of them. */
export function someOf<T>(rows: readonly T[]): T[] {
  return FACTOR > 1 ? [...rows] : rows.filter((_, at) => at % 3 === 0);
}
