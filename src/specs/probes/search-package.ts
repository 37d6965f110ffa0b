import { dirname } from "node:path";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { FileError, Flaw } from "../../errors/file-error.js";
import { isWithin } from "../../json/pointer.js";
import { lintPutNumbers } from "../lint/lint-numbers.js";
import type { LoadedVersion } from "../read-specs.js";
import { isRecorded } from "../release-records.js";
import { ComparedRule } from "../search/compared-rule.js";
import { mutantsOf } from "../search/mutants.js";
import type { SpecFile } from "../spec-file.js";
import { PackageView } from "../view/package-view.js";
import { coveredRule } from "./covered-rules.js";
import { dotsAtLineBreaks, idlePatternParts } from "./idle-patterns.js";
import { spoilingSteps } from "./packaging.js";
import { absentEntries, idleEntries } from "./table-entries.js";
import { versionsInOrder, versionsSorted } from "./version-order.js";

interface SearchedPackage {
  /** Errors that keep a draft from being released. */
  readonly errors: readonly FileError[];
  /** Findings that may be intended. */
  readonly warnings: readonly FileError[];
}

/**
 * Searches a package for what only candidates show: steps that spoil the package, parts that decide nothing, and rules
 * that add nothing. In a package with errors, it would find little but their consequences, and finds nothing. An
 * unsuccessful search proves nothing, so a released version gets only warnings.
 */
export async function searchPackage(
  { spec, files, folder, version }: Pick<LoadedVersion, "spec" | "files" | "folder" | "version">,
  /** The only rule that is searched; by default, the whole package is. */
  only?: string,
): Promise<SearchedPackage> {
  if (spec === undefined) return { errors: [], warnings: [] };
  const errors: FileError[] = [];
  const warnings: FileError[] = [];
  const add = async (to: FileError[], file: SpecFile, flaws: Iterable<Flaw> | AsyncIterable<Flaw>) => {
    for await (const flaw of flaws) to.push(file.error(flaw));
  };
  const view = new PackageView(spec.source);
  if (only === undefined) {
    await add(errors, files.spec, spoilingSteps(spec));
    await add(errors, files.spec, versionsSorted(spec));
    await add(errors, files.spec, idleEntries(spec, view));
    await add(warnings, files.spec, absentEntries(spec, view));
  }
  for (const [name, rule] of Object.entries(spec.source.rules)) {
    if (only !== undefined && name !== only) continue;
    const file = files.rules.get(name) as SpecFile;
    await add(errors, file, idleParts(spec, name));
    await add(errors, file, idlePatternParts(spec, name));
    await add(errors, file, coveredRule(spec, name));
    await add(errors, file, versionsInOrder(spec, rule));
    await add(errors, file, lintPutNumbers(rule, view));
    await add(warnings, file, dotsAtLineBreaks(spec, name));
  }
  return isRecorded(dirname(folder), version)
    ? { errors: [], warnings: [...errors, ...warnings] }
    : { errors, warnings };
}

/** The budget for each part. */
const MAX_TRIES = 800;

/** Parts of a rule without which it decides the same in all its examples and in all candidates that were tried. */
async function* idleParts(spec: CompiledSpec, name: string): AsyncGenerator<Flaw> {
  const compared = new ComparedRule(spec, name);
  const idle: string[] = [];
  for (const mutant of mutantsOf(compared.rule, spec.source.settings.data)) {
    const { pointer, change, isDropped } = mutant;
    // idlePatternParts() tries the parts of patterns, on strings alone.
    if (!isDropped || pointer.endsWith("/pattern") || idle.some((part) => isWithin(pointer, part))) continue;
    const judges = compared.judges(mutant);
    if (judges === undefined || (await compared.isShownByExamples(judges))) continue;
    const { specimen, tries } = await compared.find(mutant, judges, MAX_TRIES);
    if (specimen !== undefined) continue;
    idle.push(pointer);
    yield {
      pointer,
      detail: `no example notices when ${change}, and in ${tries} tries, no candidate was found for which that matters; correct it, remove it, or add an example that shows what it does`,
    };
  }
}
