import { existsSync, type FSWatcher, watch } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { foldersBelow, RULES_DEPTH } from "../specs/rules-folder.js";

/** Editors save a file in several steps: changes with shorter pauses between them are one change. */
const QUIET_MS = 30;
/** After this many pauses a change is reported, even if files keep changing. */
const MAX_PAUSES = 10;

/**
 * Yields once when it starts to watch, then after every change of a JSON file or a folder. It watches folders and not
 * files, because many editors save by replacing the file, which a watcher of the old file does not notice.
 */
export async function* changesIn(roots: readonly string[], until?: AbortSignal): AsyncGenerator<void> {
  const watchers = new Map<string, FSWatcher>();
  let isChanged = false;
  let wake = () => {};
  const changed = (name: string | null) => {
    // Names without a dot are folders. Other names are copies that editors make.
    if (name !== null && !/\.json$|^[^.~]+$/.test(name)) return;
    isChanged = true;
    wake();
  };
  until?.addEventListener("abort", () => wake());
  try {
    watchAll(roots, watchers, changed);
    yield;
    for (;;) {
      if (!isChanged && !until?.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (until?.aborted) return;
      for (let pauses = 0; isChanged && pauses < MAX_PAUSES; pauses++) {
        isChanged = false;
        watchAll(roots, watchers, changed);
        await pause(QUIET_MS);
      }
      isChanged = false;
      yield;
    }
  } finally {
    for (const watcher of watchers.values()) watcher.close();
  }
}

/** Watches the folders that exist now, and stops watching others. */
function watchAll(
  roots: readonly string[],
  watchers: Map<string, FSWatcher>,
  changed: (name: string | null) => void,
): void {
  const folders = new Set(roots.flatMap((root) => foldersBelow(root, RULES_DEPTH)).filter(existsSync));
  for (const [folder, watcher] of watchers) {
    if (folders.has(folder)) continue;
    watcher.close();
    watchers.delete(folder);
  }
  for (const folder of folders) {
    if (watchers.has(folder)) continue;
    try {
      const watcher = watch(folder, (_, name) => changed(name));
      // The folder was removed, which the watcher of the folder above reports.
      watcher.on("error", () => changed(null));
      watchers.set(folder, watcher);
    } catch {
      // The folder was removed after it was listed, or cannot be read.
    }
  }
}

/** What is opened again after every change of the rules. */
export interface Reloading<Opened> {
  /** Replaced as a whole, so that what is under way sees no change. */
  readonly current: Opened;
  close(): Promise<void>;
}

/** Opens what depends on rules, again after each change. If changed rules cannot be opened, the last good stay in use. */
export async function reloadOnChange<Opened extends { close(): void }>(
  roots: readonly string[],
  open: () => Promise<Opened>,
  onChange: () => Promise<void>,
  onFailure: (error: Error) => void,
): Promise<Reloading<Opened>> {
  const ending = new AbortController();
  const changes = changesIn(roots, ending.signal);
  // The rules are watched before they are read, so that no change is missed.
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
