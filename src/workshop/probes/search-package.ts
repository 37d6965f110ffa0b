import { dirname } from "node:path";
import type { FileError } from "../../ground/files/file-error.js";
import type { LoadedVersion } from "../../specs/read-specs.js";
import { isRecorded } from "../../specs/release-records.js";
import { spoilingSteps } from "./packaging.js";

/**
 * Searches a package without errors for steps that spoil the package of a valid candidate. They keep a draft from being
 * released. A released version cannot be corrected any more, and gets only warnings.
 */
export async function searchPackage({
  spec,
  files,
  folder,
  version,
}: Pick<LoadedVersion, "spec" | "files" | "folder" | "version">): Promise<{
  errors: FileError[];
  warnings: FileError[];
}> {
  const found: FileError[] = [];
  if (spec !== undefined) for await (const flaw of spoilingSteps(spec)) found.push(files.spec.error(flaw));
  return isRecorded(dirname(folder), version) ? { errors: [], warnings: found } : { errors: found, warnings: [] };
}
