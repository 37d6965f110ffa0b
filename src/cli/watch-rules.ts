import { setTimeout as pause } from "node:timers/promises";
import { foldersBelow, RULES_DEPTH } from "../specs/rules-folder.js";
import { WatchedFolders } from "./watched-folders.js";

/** Editors save a file in several steps. */
const SAVING_MS = 100;

/**
 * Yields once when it starts to watch, then after every change of a file or a folder. All folders
 * are watched anew before each yield: whoever reads the files then misses no later change, even in
 * a new folder.
 */
export async function* watchChanges(
  roots: readonly string[],
  until?: AbortSignal,
): AsyncGenerator<void> {
  const watched = new WatchedFolders();
  let wake = () => {};
  until?.addEventListener("abort", () => wake());
  while (!until?.aborted) {
    const changed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const folders = roots.flatMap((root) => foldersBelow(root, RULES_DEPTH));
    watched.watch(folders, roots, wake);
    try {
      yield;
      await changed;
    } finally {
      watched.close();
    }
    if (!until?.aborted) await pause(SAVING_MS);
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
