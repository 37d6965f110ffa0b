import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { FileError, Found } from "../file-error.js";
import { lintPutNumbers } from "../lint/lint-numbers.js";
import { PackageView } from "../lint/package-view.js";
import type { PackageFiles } from "../package-files.js";
import type { Known } from "../search/trial.js";
import type { SpecFile } from "../spec-file.js";
import { coveredRule } from "./covered-rules.js";
import { idleParts } from "./idle-parts.js";
import { dotsAtLineBreaks, idlePatternParts } from "./idle-patterns.js";
import { spoilingSteps } from "./packaging.js";
import { versionsInOrder, versionsSorted } from "./version-order.js";

export interface SearchedPackage {
  /** What keeps a draft from being released. */
  readonly errors: readonly FileError[];
  /** What a maintainer may well mean. */
  readonly warnings: readonly FileError[];
}

/** By package: after one file has changed, most of what was found still shows what it showed. */
const searched = new Map<string, Known>();

/**
 * Searches a package that has no errors for what only candidates show: steps that spoil the package, parts that decide
 * nothing, rules that add nothing. That nothing was found is no proof, so none of it is an error of a released version.
 */
export async function searchPackage(
  spec: CompiledSpec,
  files: PackageFiles,
  isReleased: boolean,
  /** The only rule that is searched; otherwise the whole package is. */
  only?: string,
): Promise<SearchedPackage> {
  const key = `${spec.domainId}/${spec.version}`;
  const known = searched.get(key) ?? { witnesses: new Map(), vain: new Set() };
  searched.set(key, known);
  const errors: FileError[] = [];
  const warnings: FileError[] = [];
  const add = (to: FileError[], file: SpecFile, one: Found) => to.push(file.error(one));
  const view = new PackageView(spec.source);
  if (only === undefined) {
    for await (const one of spoilingSteps(spec, known)) add(errors, files.spec, one);
    for (const one of versionsSorted(spec)) add(errors, files.spec, one);
  }
  for (const [name, rule] of Object.entries(spec.source.rules)) {
    if (only !== undefined && name !== only) continue;
    const file = files.rules.get(name) as SpecFile;
    for await (const one of idleParts(spec, name, known)) add(errors, file, one);
    for (const one of idlePatternParts(spec, name)) add(errors, file, one);
    for await (const one of coveredRule(spec, name, known)) add(errors, file, one);
    for (const one of versionsInOrder(spec, rule)) add(errors, file, one);
    for (const one of lintPutNumbers(rule, view)) add(errors, file, one);
    for await (const one of dotsAtLineBreaks(spec, name)) add(warnings, file, one);
  }
  return isReleased ? { errors: [], warnings: [...errors, ...warnings] } : { errors, warnings };
}
