import { dirname } from "node:path";
import type { FileError } from "../ground/files/file-error.js";
import { compilePackage, hasInvalidPart } from "../specs/compile-package.js";
import { compileVersion } from "../specs/load-specs.js";
import type { LoadedVersion, RawVersion } from "../specs/read-specs.js";
import { isReleased } from "../specs/release-records.js";
import type { MetaSchemaName } from "../specs/rules-folder.js";
import { listPackageFiles, SCHEMA_POINTER, type SpecFile } from "../specs/spec-file.js";
import { findSpoilingSteps } from "./examples/find-spoiling-steps.js";
import { runExamples } from "./examples/run-examples.js";
import { explainFile } from "./explain-file.js";
import { lintPackage } from "./lint/lint-package.js";

/** If one of these has errors, examples would fail for that reason alone. */
const SHARED_PARTS = /^\/(data|declarations|normalize)(\/|$)/;
const FIX_OR_EXPECTATION = /^\/(fixes|examples\/\d+\/(fix|fixed|message))(\/|$)/;

/**
 * Compiles a version, lints it and runs its examples. In a released version, which cannot be
 * corrected any more, what these find are warnings: a newer assay may find more.
 */
export async function checkVersion(raw: RawVersion): Promise<LoadedVersion> {
  const loaded = compileVersion(raw);
  const { files, domainId, version, folder } = raw;
  const { spec } = compilePackage(domainId, version, files);
  const isComplete = loaded.errors.every(({ pointer }) => pointer === SCHEMA_POINTER);
  const found: FileError[] = isComplete ? lintPackage(spec, files) : [];
  const canRun =
    !hasInvalidPart("data", files.spec) &&
    !loaded.errors.some(
      ({ file, pointer }) => file === files.spec.path && SHARED_PARTS.test(pointer),
    );
  if (canRun)
    found.push(...(await runExamples(spec, files, isComplete, [...loaded.errors, ...found])));
  if (isComplete && found.length === 0)
    for await (const flaw of findSpoilingSteps(spec)) found.push(files.spec.error(flaw));
  const isPublished = isReleased(dirname(folder), version);
  const errors = await explainGrammarErrors(loaded);
  const warnings: FileError[] = [];
  for (const one of found) {
    // Who inherits a rule cannot correct its fixes, nor what its examples expect of them.
    const isInherited = one.inherited !== undefined && FIX_OR_EXPECTATION.test(one.pointer);
    (isPublished || one.isWarning || isInherited ? warnings : errors).push(one);
  }
  return { ...loaded, spec: errors.length === 0 ? loaded.spec : undefined, errors, warnings };
}

/** The errors of a version, with those of its grammar explained. */
async function explainGrammarErrors({ errors, files }: LoadedVersion): Promise<FileError[]> {
  const explained = errors.filter(({ isGrammar }) => !isGrammar);
  for (const file of listPackageFiles(files))
    if (file.errors.some(({ isGrammar }) => isGrammar))
      for (const flaw of await explainFile(file, schemaOf(file, files)))
        explained.push(file.error(flaw));
  return explained;
}

function schemaOf(file: SpecFile, { spec, shape, rules }: LoadedVersion["files"]): MetaSchemaName {
  if (file.path === spec.path) return "spec.schema.json";
  if (file.path === shape.path) return "shape.schema.json";
  const isRule = [...rules.values()].some(({ path }) => path === file.path);
  return isRule ? "rule.schema.json" : "example.schema.json";
}
