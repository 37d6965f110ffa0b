import { type FSWatcher, readlinkSync, watch } from "node:fs";
import { basename, dirname, parse, resolve, sep } from "node:path";
import { isLeftBehind } from "../specs/rules-folder.js";

/** Each takes a watch of the kernel, which are few. */
const MAX_WATCHED = 4_000;
/** As many as Linux follows. */
const MAX_LINKS = 40;

/** Folders of which the system reports changes. On network mounts, reports may be missing. */
export class WatchedFolders {
  #watchers: FSWatcher[] = [];

  /**
   * Watches these folders instead of others, and the names of these paths and of the links on the
   * way to them.
   */
  watch(folders: readonly string[], paths: readonly string[], onChange: () => void): void {
    this.close();
    for (const folder of folders.slice(0, MAX_WATCHED))
      this.#watch(folder, (name) => !isLeftBehind(name), onChange);
    // A mounted volume swaps a link that is named `..data`.
    for (const path of new Set(paths.flatMap((one) => [resolve(one), ...linksTo(one)])))
      this.#watch(
        dirname(path),
        (name) => name === basename(path) || name.startsWith(".."),
        onChange,
      );
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

/**
 * The links on the way to a path, each of which may be swapped. Those that a link leads to are
 * among them.
 */
function linksTo(path: string): string[] {
  const links: string[] = [];
  const { root } = parse(resolve(path));
  const namesIn = (absolute: string) => absolute.slice(root.length).split(sep).filter(Boolean);
  let at = root;
  for (let names = namesIn(resolve(path)); names.length > 0 && links.length < MAX_LINKS; ) {
    const [name = "", ...others] = names;
    const next = resolve(at, name);
    const target = readLink(next);
    if (target === undefined) [at, names] = [next, others];
    else {
      links.push(next);
      [at, names] = [root, [...namesIn(resolve(at, target)), ...others]];
    }
  }
  return links;
}

/** Where a link leads to; undefined for anything else. */
function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
