import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { foldersIn } from "../specs/read-package.js";

/** Editors save a file in several steps: what changes until it has been quiet for so long is one change. */
const QUIET_MS = 30;
/** After so many pauses the change is reported, even if files keep changing. */
const MAX_PAUSES = 10;

/**
 * Yields as soon as it watches, and after every change since then to a JSON file or a folder below. Watches folders,
 * never files: many editors save by putting another file in its place, of which a watcher of the old one learns nothing.
 */
export async function* changesIn(roots: readonly string[], until?: AbortSignal): AsyncGenerator<void> {
  const watchers = new Map<string, FSWatcher>();
  let isChanged = false;
  let wake = () => {};
  const changed = (name: string | null) => {
    // A name without a dot is that of a folder. Others are those of copies that editors make.
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

/** Watches the folders that there are now, and no others. */
function watchAll(
  roots: readonly string[],
  watchers: Map<string, FSWatcher>,
  changed: (name: string | null) => void,
): void {
  const folders = new Set(roots.flatMap((root) => foldersBelow(root)));
  for (const [folder, watcher] of watchers) {
    if (folders.has(folder)) continue;
    watcher.close();
    watchers.delete(folder);
  }
  for (const folder of folders) {
    if (watchers.has(folder)) continue;
    try {
      const watcher = watch(folder, (_, name) => changed(name));
      // The folder is gone; the one above tells so.
      watcher.on("error", () => changed(null));
      watchers.set(folder, watcher);
    } catch {
      // Gone since it was listed.
    }
  }
}

/** Deeper than this there is nothing of a rules folder; a link may lead back to where it is. */
const LEVELS = 4;

function foldersBelow(folder: string, levels = LEVELS): string[] {
  try {
    const inner = levels === 1 ? [] : foldersIn(folder);
    return [folder, ...inner.flatMap((name) => foldersBelow(join(folder, name), levels - 1))];
  } catch {
    return [];
  }
}
