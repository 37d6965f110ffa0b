import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the package. esbuild decides how far below this module is. */
export const PACKAGE_ROOT = findPackageRoot(fileURLToPath(import.meta.url));

function findPackageRoot(path: string): string {
  const folder = dirname(path);
  // The root of the file system is its own parent.
  return folder === path || existsSync(join(folder, "package.json"))
    ? folder
    : findPackageRoot(folder);
}
