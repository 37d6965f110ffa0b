import { setTimeout as sleep } from "node:timers/promises";

/** Counted, because a browser on a busy machine is slow too. */
const MAX_READS = 5_000;

/**
 * Reads again until it is as expected: what a page shows follows what a person does, but not at
 * once.
 */
export async function becomes(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  for (let reads = 1; ; reads++) {
    try {
      return expect(await read()).toEqual(expected);
    } catch (error) {
      if (reads === MAX_READS) throw error;
    }
    await sleep(20);
  }
}
