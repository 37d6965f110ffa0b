import { join } from "node:path";
import { PACKAGE_ROOT } from "./package-root.js";
import type { Catalog } from "./specs/catalog.js";
import { loadSpecs as load } from "./specs/load-specs.js";

export { InvalidSpecs } from "./ground/files/file-error.js";
export * from "./library.js";

/**
 * Loads the spec packages of one or several rules folders; by default, those that ship with assay.
 */
export function loadSpecs(
  dirs: string | readonly string[] = join(PACKAGE_ROOT, "rules"),
): Promise<Catalog> {
  return load(dirs);
}
