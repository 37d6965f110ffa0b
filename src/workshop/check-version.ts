import { dirname } from "node:path";
import type { FileError } from "../ground/files/file-error.js";
import { compilePackage, isBroken } from "../specs/compile-package.js";
import { compileVersion } from "../specs/load-specs.js";
import type { LoadedVersion, ReadVersion } from "../specs/read-specs.js";
import { isRecorded } from "../specs/release-records.js";
import type { MetaSchemaName } from "../specs/rules-folder.js";
import { listFiles, SCHEMA_POINTER, type SpecFile } from "../specs/spec-file.js";
import { tryPackage } from "./examples/try-package.js";
import { spoilingSteps } from "./examples/try-packages.js";
import { explainFile } from "./explain-file.js";
import { lintPackage } from "./lint/lint-package.js";

const BASIS = /^\/(data|declarations|normalize)(\/|$)/;

/**
 * Compiles a version, lints it and runs its examples. A released version cannot be corrected any
 * more: what the tests find in it are warnings, since a newer assay may find more.
 */
export async function checkVersion(read: ReadVersion): Promise<LoadedVersion> {
  const loaded = compileVersion(read);
  const { files } = read;
  const { spec } = compilePackage(read.domainId, read.version, files);
  const isComplete = loaded.errors.every(({ pointer }) => pointer === SCHEMA_POINTER);
  const found: FileError[] = isComplete ? lintPackage(spec, files) : [];
  // If data or declarations have errors, examples would fail for that reason alone.
  const isBasisSound =
    !isBroken("data", files.spec) &&
    !loaded.errors.some(({ file, pointer }) => file === files.spec.path && BASIS.test(pointer));
  if (isBasisSound)
    found.push(...(await tryPackage(spec, files, isComplete, [...loaded.errors, ...found])));
  if (isComplete && found.length === 0)
    for await (const flaw of spoilingSteps(spec)) found.push(files.spec.error(flaw));
  const isReleased = isRecorded(dirname(read.folder), read.version);
  // Who inherits a rule cannot correct its fixes, nor what its examples expect of them.
  const isInheritedFix = ({ inherited, pointer }: FileError) =>
    inherited !== undefined && /^\/(fixes|examples\/\d+\/(fix|fixed|message))(\/|$)/.test(pointer);
  const warnings = found.filter((one) => isReleased || one.isWarning || isInheritedFix(one));
  const errors = [...(await explained(loaded)), ...found.filter((one) => !warnings.includes(one))];
  return { ...loaded, spec: errors.length === 0 ? loaded.spec : undefined, errors, warnings };
}

/** The errors of a version, with those of its grammar explained. */
async function explained({ errors, files }: LoadedVersion): Promise<FileError[]> {
  const found: FileError[] = [];
  for (const file of listFiles(files).filter(({ errors: own }) =>
    own.some(({ isGrammar }) => isGrammar),
  ))
    for (const flaw of await explainFile(file, schemaOf(file, files))) found.push(file.error(flaw));
  return [...errors.filter(({ isGrammar }) => !isGrammar), ...found];
}

function schemaOf(file: SpecFile, { spec, shape, rules }: LoadedVersion["files"]): MetaSchemaName {
  if (file.path === spec.path) return "spec.schema.json";
  if (file.path === shape.path) return "shape.schema.json";
  return [...rules.values()].some(({ path }) => path === file.path)
    ? "rule.schema.json"
    : "example.schema.json";
}
