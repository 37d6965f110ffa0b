import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The URLs of all scripts that a process has loaded which ran with `NODE_V8_COVERAGE` set to this folder. */
export function loadedScripts(folder: string): string[] {
  return readdirSync(folder).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(folder, file), "utf8")) as { result: { url: string }[] };
    return result.map(({ url }) => url);
  });
}

/** Those of the packages from which a script was loaded. */
export function loadedPackages(folder: string, packages: readonly string[]): string[] {
  const loaded = loadedScripts(folder);
  return packages.filter((name) => loaded.some((url) => url.includes(`/node_modules/${name}/`)));
}
