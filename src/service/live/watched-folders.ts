import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { isLeftBehind } from "../../specs/rules-folder.js";

/** Each takes a watch of the kernel, which are few. */
const MAX_WATCHED = 4_000;

/**
 * Folders of which the system reports changes. Reports may be missing, as on network mounts and behind links to links, so
 * whoever uses them also looks from time to time.
 */
export class WatchedFolders {
  #watchers: FSWatcher[] = [];

  /** Watches these folders instead of others, and the names of these paths, which may be links that are swapped. */
  watch(folders: readonly string[], paths: readonly string[], onChange: () => void): void {
    this.close();
    for (const folder of folders.slice(0, MAX_WATCHED)) this.#watch(folder, (name) => !isLeftBehind(name), onChange);
    // A mounted volume swaps a link that is named `..data`.
    for (const path of paths)
      this.#watch(dirname(path), (name) => name === basename(path) || name.startsWith(".."), onChange);
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
    this.#watchers = [];
  }

  #watch(folder: string, isWatched: (name: string) => boolean, onChange: () => void): void {
    try {
      const watcher = watch(folder, (_, name) => {
        if (name === null || isWatched(name)) onChange();
      });
      this.#watchers.push(watcher.on("error", onChange));
    } catch {
      // The folder is gone, or there are no watches left.
    }
  }
}
