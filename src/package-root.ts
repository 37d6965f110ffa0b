import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder of the installed package, or of the checkout: the nearest one above with a
 * package.json. How far above depends on which file of dist/ esbuild has put this module into.
 */
export const PACKAGE_ROOT = findPackageRoot(fileURLToPath(import.meta.url));

function findPackageRoot(path: string): string {
  const folder = dirname(path);
  // The root of the file system is its own parent.
  return folder === path || existsSync(join(folder, "package.json"))
    ? folder
    : findPackageRoot(folder);
}
