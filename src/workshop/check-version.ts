import type { SpecStatus } from "../engine/grammar.js";
import { compilePackage, isBroken } from "../specs/compile-package.js";
import type { LoadedVersion, ReadVersion } from "../specs/read-specs.js";
import { hashFiles } from "../specs/release-records.js";
import { SCHEMA_POINTER } from "../specs/spec-file.js";
import { tryPackage } from "./examples/try-package.js";
import { lintPackage } from "./lint/lint-package.js";

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
    !isBroken("data", files.spec) &&
    !earlier.some(({ file, pointer }) => file === files.spec.path && BASIS.test(pointer));
  const failures = isBasisSound ? await tryPackage(spec, files, isComplete, [...earlier, ...lint]) : [];
  const errors = [...earlier, ...lint, ...failures];
  const status = files.spec.sound<SpecStatus>("/status");
  return { ...read, status, spec: errors.length === 0 ? spec : undefined, hashes: hashFiles(folder, files), errors };
}
