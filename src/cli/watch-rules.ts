import { setTimeout as sleep } from "node:timers/promises";
import { takeFingerprint } from "../service/live/fingerprint.js";

const POLL_EVERY_MS = 400;

/**
 * Yields once at the start, then after every change of a file or a folder. The files are looked at
 * before each yield, so that a reader misses no later change.
 */
export async function* watchRules(
  dirs: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<void> {
  for (let seen: string | undefined; !signal?.aborted; ) {
    // A mount that hangs may come back.
    const now = await takeFingerprint({ rulesDirs: dirs }).catch(() => seen ?? "");
    if (now !== seen) {
      seen = now;
      yield;
    }
    await sleep(POLL_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

/** What is loaded again after every change of the rules. */
export interface AutoReloaded<Loaded> {
  /** Replaced as a whole, so that work in progress sees no change. */
  readonly current: Loaded;
  close(): Promise<void>;
}

/** Loads what depends on rules, and again after each change. The last good one stays in use. */
export async function reloadOnChange<Loaded extends { close(): void }>(
  dirs: readonly string[],
  load: () => Promise<Loaded>,
  onChange: () => Promise<void>,
  onFailure: (error: Error) => void,
): Promise<AutoReloaded<Loaded>> {
  const watching = new AbortController();
  const changes = watchRules(dirs, watching.signal);
  // Watched before they are read, so that no change is missed.
  await changes.next();
  let current: Loaded;
  try {
    current = await load();
  } catch (error) {
    await changes.return(undefined);
    throw error;
  }
  const reloading = reload();
  return {
    get current() {
      return current;
    },
    async close() {
      watching.abort();
      await reloading;
      current.close();
    },
  };

  async function reload(): Promise<void> {
    for await (const _ of changes) {
      try {
        const previous = current;
        current = await load();
        previous.close();
      } catch (error) {
        onFailure(error as Error);
        continue;
      }
      await onChange();
    }
  }
}
