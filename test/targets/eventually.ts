import { setTimeout as pause } from "node:timers/promises";

/** Waits until the condition holds; the test's own time limit ends a wait in vain. */
export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(5);
}
