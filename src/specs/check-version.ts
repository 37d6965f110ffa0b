import { compileLater } from "../engine/compile-spec.js";
import type { SpecSource, SpecStatus } from "../engine/grammar.js";
import { ifCompiles } from "../engine/spec-error.js";
import { tryPackage } from "../workshop/examples/try-package.js";
import { lintPackage, lintScaffold } from "../workshop/lint/lint-package.js";
import { lintSpec } from "../workshop/lint/lint-spec.js";
import { PackageView } from "../workshop/view/package-view.js";
import { compilePackage, toSource } from "./compile-package.js";
import type { LoadedVersion, ReadVersion } from "./read-specs.js";
import { differingFiles, hashFiles, type ReleaseRecord } from "./release-records.js";
import { SCHEMA_POINTER, type SpecFile } from "./spec-file.js";

const BASIS = /^\/(data|declarations|normalize)(\/|$)/;

/** Compiles a version, lints it and runs its examples. */
export async function checkVersion(read: ReadVersion): Promise<LoadedVersion> {
  const { folder, domainId, version, files } = read;
  const { spec, errors: uncompiled } = compilePackage(domainId, version, files);
  const earlier = [...read.errors, ...uncompiled];
  const isComplete = earlier.every(({ pointer }) => pointer === SCHEMA_POINTER);
  const lint = isComplete ? lintPackage(spec, files) : [];
  // If data or declarations have errors, examples would fail for that reason alone.
  const isBasisSound =
    files.spec.sound("/data") !== undefined &&
    !earlier.some(({ file, pointer }) => file === files.spec.path && BASIS.test(pointer));
  const failures = isBasisSound ? await tryPackage(spec, files, isComplete, [...earlier, ...lint]) : [];
  const errors = [...earlier, ...lint, ...failures];
  const status = files.spec.sound<SpecStatus>("/status");
  return { ...read, status, spec: errors.length === 0 ? spec : undefined, hashes: hashFiles(folder, files), errors };
}

/**
 * A version that decides as it was released, and whose rules, examples and shape have not changed since: they were
 * checked at the release and need not be checked again. Undefined for any other version.
 */
export function asReleased(read: ReadVersion, record: ReleaseRecord, isCurrent: boolean): LoadedVersion | undefined {
  const { folder, domainId, version, files } = read;
  if (read.errors.length > 0) return undefined;
  const hashes = hashFiles(folder, files);
  const differing = differingFiles(record.files, hashes);
  if (differing.some((file) => file !== "spec.json")) return undefined;
  const spec = compileLater(toSource(domainId, version, files));
  const { status, deprecatedOn, retiresOn } = spec.source.settings;
  if (spec.digest !== record.digest) return undefined;
  // The hashes leave out the dates that `rules retire` writes.
  const mayHaveErrors = differing.length > 0 || deprecatedOn !== undefined || retiresOn !== undefined;
  if (mayHaveErrors && !isSpecSound(spec.source, files.spec)) return undefined;
  // An older assay may have released what this one refuses. Checking the version then finds its errors.
  if (isCurrent && ifCompiles(spec.compiled) === undefined) return undefined;
  return { ...read, status, spec, hashes };
}

function isSpecSound(source: SpecSource, { value }: SpecFile): boolean {
  return [...lintSpec(source, new PackageView(source)), ...lintScaffold(value)].length === 0;
}
