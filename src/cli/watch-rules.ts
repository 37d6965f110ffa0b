import { setTimeout as pause } from "node:timers/promises";
import { takeFingerprint } from "../service/live/fingerprint.js";

const POLL_EVERY_MS = 400;

/**
 * Yields once when it starts to watch, then after every change of a file or a folder. Checks the
 * files before each yield, so a reader misses no later change.
 */
export async function* watchChanges(
  roots: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<void> {
  for (let known: string | undefined; !signal?.aborted; ) {
    // A mount that hangs may come back.
    const now = await takeFingerprint({ rulesDirs: roots }).catch(() => known ?? "");
    if (now !== known) {
      known = now;
      yield;
    }
    await pause(POLL_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

/** What is opened again after every change of the rules. */
export interface Reloading<Opened> {
  /** Replaced as a whole, so what is under way sees no change. */
  readonly current: Opened;
  close(): Promise<void>;
}

/**
 * Opens what depends on rules, again after each change. If that fails, the last ones stay in use.
 */
export async function reloadOnChange<Opened extends { close(): void }>(
  roots: readonly string[],
  open: () => Promise<Opened>,
  onChange: () => Promise<void>,
  onFailure: (error: Error) => void,
): Promise<Reloading<Opened>> {
  const ending = new AbortController();
  const changes = watchChanges(roots, ending.signal);
  // The rules are watched before they are read, so no change is missed.
  await changes.next();
  let current = await open().catch(async (error) => {
    await changes.return(undefined);
    throw error;
  });
  const reloading = reload();
  return {
    get current() {
      return current;
    },
    async close() {
      ending.abort();
      await reloading;
      current.close();
    },
  };

  async function reload(): Promise<void> {
    for await (const _ of changes) {
      try {
        const before = current;
        current = await open();
        before.close();
      } catch (error) {
        onFailure(error as Error);
        continue;
      }
      await onChange();
    }
  }
}
