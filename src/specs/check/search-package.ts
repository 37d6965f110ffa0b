import type { CompiledSpec } from "../../engine/compile-spec.js";
import { isWithin } from "../../json/patch.js";
import type { FileError, Found } from "../file-error.js";
import { lintPutNumbers } from "../lint/lint-numbers.js";
import { PackageView } from "../lint/package-view.js";
import { ComparedRule } from "../search/compared-rule.js";
import { mutantsOf } from "../search/mutants.js";
import type { Known } from "../search/trial.js";
import type { PackageFiles, SpecFile } from "../spec-file.js";
import { coveredRule } from "./covered-rules.js";
import { dotsAtLineBreaks, idlePatternParts } from "./idle-patterns.js";
import { spoilingSteps } from "./packaging.js";
import { absentEntries, idleEntries } from "./table-entries.js";
import { versionsInOrder, versionsSorted } from "./version-order.js";

export interface SearchedPackage {
  /** Errors that keep a draft from being released. */
  readonly errors: readonly FileError[];
  /** Findings that may be intended. */
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
    for (const one of idleEntries(spec, view)) add(errors, files.spec, one);
    for (const one of absentEntries(spec, view)) add(warnings, files.spec, one);
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

/** For each part. */
const MAX_TRIES = 800;

/**
 * Parts of a rule without which it decides the same in all its examples and in all candidates that were tried. `known`
 * has candidates that were found before; they are tried first.
 */
export async function* idleParts(spec: CompiledSpec, name: string, known: Known): AsyncGenerator<Found> {
  const compared = new ComparedRule(spec, name);
  const idle: string[] = [];
  for (const mutant of mutantsOf(compared.rule, spec.source.spec.data)) {
    const { pointer, change, isDropped } = mutant;
    // The parts of a pattern are tried on strings alone.
    if (!isDropped || pointer.endsWith("/pattern") || idle.some((part) => isWithin(pointer, part))) continue;
    const judges = compared.judges(mutant);
    if (judges === undefined || (await compared.isNoticed(judges))) continue;
    const key = `${name} ${change}`;
    const { trial, tries } = await compared.find(mutant, judges, MAX_TRIES, [known.witnesses.get(key) ?? []].flat());
    if (trial !== undefined) {
      known.witnesses.set(key, trial);
      continue;
    }
    idle.push(pointer);
    yield {
      pointer,
      detail: `no example notices when ${change}, and no candidate was found in ${tries} tries for which that matters; correct it, remove it, or add an example that shows what it does`,
    };
  }
}
