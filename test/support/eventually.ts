import { setTimeout as sleep } from "node:timers/promises";

/**
 * Asks again until it is so, less and less often: what is waited for needs the core too. The test's
 * own time limit ends a wait in vain.
 */
export async function eventually(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let ms = 5; !(await isSo()); ms = Math.min(2 * ms, 50)) await sleep(ms);
}
