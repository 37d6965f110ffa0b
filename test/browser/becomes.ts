import { setTimeout as sleep } from "node:timers/promises";

const MAX_WAIT_MS = 30_000;

/** Reads again until it is as expected: what a page shows follows what a person does, but not at once. */
export async function becomes(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  for (const start = Date.now(); ; await sleep(20)) {
    try {
      return expect(await read()).toEqual(expected);
    } catch (error) {
      if (Date.now() - start > MAX_WAIT_MS) throw error;
    }
  }
}
