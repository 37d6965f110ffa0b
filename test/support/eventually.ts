import { setTimeout as sleep } from "node:timers/promises";

/** Asks again until it is so; the test's own time limit ends a wait in vain. */
export async function eventually(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await sleep(5);
}
