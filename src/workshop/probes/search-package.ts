import { dirname } from "node:path";
import type { FileError } from "../../ground/files/file-error.js";
import type { LoadedVersion } from "../../specs/read-specs.js";
import { isRecorded } from "../../specs/release-records.js";
import type { SpecFile } from "../../specs/spec-file.js";
import { unprovenLimits } from "../examples/try-package.js";
import { UNVIOLATED } from "../lint/lint-rule.js";
import { spoilingSteps } from "./packaging.js";

/**
 * Searches a package without errors for steps that spoil the package of a valid candidate, which keep a draft from being
 * released, and for limits that no candidate was found to show, which are warnings, as is a rule that no example breaks. A released version cannot be
 * corrected any more, and gets only warnings.
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
  const errors: FileError[] = [];
  const warnings: FileError[] = [];
  if (spec === undefined) return { errors, warnings };
  for await (const flaw of spoilingSteps(spec)) errors.push(files.spec.error(flaw));
  for (const name of Object.keys(spec.source.rules))
    for await (const { isShowable, ...flaw } of unprovenLimits(spec, name))
      if (!isShowable) warnings.push((files.rules.get(name) as SpecFile).error(flaw));
  warnings.push(...unviolatedRules({ spec, files }));
  return isRecorded(dirname(folder), version)
    ? { errors: [], warnings: [...errors, ...warnings] }
    : { errors, warnings };
}

/** The rules that no example breaks. A draft may have such rules, and a released version may not. */
export function unviolatedRules({ spec, files }: Pick<LoadedVersion, "spec" | "files">): FileError[] {
  return Object.entries(spec?.source.rules ?? {}).flatMap(([name, { examples }]) =>
    examples.some(({ violations }) => violations !== undefined)
      ? []
      : [(files.rules.get(name) as SpecFile).error(UNVIOLATED)],
  );
}
