import { type CompiledSpec, compileSpec } from "../engine/compile-spec.js";
import { errorText, type FileError, type Flaw } from "../ground/files/file-error.js";
import { applyPatch, type Operation } from "../ground/json/patch.js";
import { valueAt } from "../ground/json/pointer.js";
import { isObject, type JsonObject } from "../ground/json/value.js";
import { outlineOf } from "../schema/outline.js";
import { findSlowDataPatterns, findSlowRulePatterns } from "./slow-patterns.js";
import type { PackageFiles, SpecFile } from "./spec-file.js";
import { toSpecSource, validParts } from "./to-source.js";

interface CompiledPackage {
  readonly spec: CompiledSpec;
  readonly errors: FileError[];
}

/**
 * Compiles all parts that have no errors. A spec with an error must not be served, but its other
 * parts can be tried. A package that still has its `releasedDigest` was analyzed for slow patterns
 * before its release, so that is skipped.
 */
export function compilePackage(
  domainId: string,
  version: string,
  files: PackageFiles,
  releasedDigest?: string,
): CompiledPackage {
  if (releasedDigest !== undefined) {
    const compiled = compileFiles(domainId, version, files);
    if (compiled.errors.length === 0 && compiled.spec.digest === releasedDigest) return compiled;
  }
  const { files: safeFiles, errors } = replaceSlowPatterns(files);
  return compileFiles(domainId, version, safeFiles, errors);
}

function compileFiles(
  domainId: string,
  version: string,
  files: PackageFiles,
  slowPatterns: readonly FileError[] = [],
): CompiledPackage {
  const found: { file: SpecFile; flaw: Flaw }[] = [];
  const spec = compileSpec(toSpecSource(domainId, version, files), (where, error) => {
    const file =
      where.part === "rule" ? (files.rules.get(where.name) as SpecFile) : files[where.part];
    found.push({ file, flaw: { pointer: error.pointer, detail: error.message } });
  });
  const hasDataError = hasInvalidPart("data", files.spec);
  const hasDeclarationError =
    hasInvalidPart("declarations", files.spec) ||
    found.some(({ file, flaw }) => file === files.spec && !flaw.pointer.startsWith("/normalize/"));
  // By text: several declarations may report the same error of a table of types.
  const errors = new Map(slowPatterns.map((error) => [errorText(error), error]));
  for (const { file, flaw } of found) {
    const value = valueAt(file.value, flaw.pointer);
    // References to data or declarations that have errors cannot be checked.
    if (hasDataError && isObject(value) && typeof value.spec === "string") continue;
    if (hasDeclarationError && refersToDeclaration(flaw.pointer, value)) continue;
    const error = file.error(flaw);
    errors.set(errorText(error), error);
  }
  return { spec, errors: [...errors.values()] };
}

/** Replaces slow patterns, which must not be run, by a pattern that matches everything. */
function replaceSlowPatterns(files: PackageFiles): { files: PackageFiles; errors: FileError[] } {
  const errors: FileError[] = [];
  const replaceIn = (file: SpecFile, flaws: readonly Flaw[]): SpecFile => {
    if (flaws.length === 0) return file;
    const patch: Operation[] = [];
    for (const flaw of flaws) {
      const path = flaw.pointer;
      errors.push(file.error(flaw));
      // A slow key of `patternProperties` is removed with its schema.
      const isPattern = typeof valueAt(file.value, path) === "string";
      patch.push(isPattern ? { op: "replace", path, value: "^" } : { op: "remove", path });
    }
    return file.withValue(applyPatch(file.value, patch));
  };
  const shape = outlineOf(files.shape.validValue<JsonObject>() ?? {});
  const rules = new Map<string, SpecFile>();
  const ruleParts: JsonObject[] = [];
  for (const [name, file] of files.rules) {
    const parts = validParts(file, ["check", "when", "fixes"]);
    ruleParts.push(parts);
    rules.set(name, replaceIn(file, [...findSlowRulePatterns(parts, shape)]));
  }
  const data = files.spec.validValue("/data");
  const declarations = files.spec.validValue("/declarations");
  const spec = replaceIn(files.spec, [...findSlowDataPatterns(data, ruleParts, declarations)]);
  return { files: { ...files, spec, rules }, errors };
}

/** True if an optional part of spec.json is there and has an error. */
export function hasInvalidPart(part: "data" | "declarations", spec: SpecFile): boolean {
  return !isObject(spec.value) || (part in spec.value && spec.validValue(`/${part}`) === undefined);
}

function refersToDeclaration(pointer: string, value: unknown): boolean {
  return (
    pointer.endsWith("/declared") ||
    (pointer.endsWith("/at") && /\{\w+\}/.test(JSON.stringify(value)))
  );
}
