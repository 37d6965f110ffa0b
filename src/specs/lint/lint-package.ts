import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { FileError } from "../file-error.js";
import type { PackageFiles } from "../read-package.js";

/** What no meta-schema can see: logic that can never matter, words that do not fit, data that nothing uses. */
export function lintPackage(_spec: CompiledSpec, _files: PackageFiles): FileError[] {
  return [];
}
