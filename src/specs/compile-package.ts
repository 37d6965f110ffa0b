import { type CompiledSpec, compileSpec } from "../engine/compile-spec.js";
import { errorText, type FileError, type Flaw } from "../ground/files/file-error.js";
import { applyPatch, type Operation } from "../ground/json/patch.js";
import { valueAt } from "../ground/json/pointer.js";
import { isObject, type JsonObject } from "../ground/json/value.js";
import { outlineOf } from "../schema/outline.js";
import { lintDataPatterns, lintRulePatterns } from "./patterns/slow-patterns.js";
import type { PackageFiles, SpecFile } from "./spec-file.js";
import { soundParts, toSource } from "./to-source.js";

interface CompiledPackage {
  readonly spec: CompiledSpec;
  readonly errors: FileError[];
}

/**
 * Compiles all parts that have no errors. A spec with an error must not be served, but its other
 * parts can be tried. The patterns of a package with the `released` digest were checked before.
 */
export function compilePackage(
  domainId: string,
  version: string,
  read: PackageFiles,
  released?: string,
): CompiledPackage {
  const trusted = released && compileFiles(domainId, version, read);
  if (trusted && trusted.errors.length === 0 && trusted.spec.digest === released) return trusted;
  const { files, errors } = withoutSlowPatterns(read);
  return compileFiles(domainId, version, files, errors);
}

function compileFiles(
  domainId: string,
  version: string,
  files: PackageFiles,
  slow: readonly FileError[] = [],
): CompiledPackage {
  const errors = new Map(slow.map((error) => [errorText(error), error]));
  const hasDataError = isBroken("data", files.spec);
  const uncompiled: { file: SpecFile; pointer: string; detail: string }[] = [];
  const spec = compileSpec(toSource(domainId, version, files), (where, { pointer, message }) => {
    const file =
      where.part === "rule" ? (files.rules.get(where.name) as SpecFile) : files[where.part];
    uncompiled.push({ file, pointer, detail: message });
  });
  const hasDeclarationError =
    isBroken("declarations", files.spec) ||
    uncompiled.some(
      ({ file, pointer }) => file === files.spec && !pointer.startsWith("/normalize/"),
    );
  for (const { file, ...flaw } of uncompiled) {
    const value = valueAt(file.value, flaw.pointer);
    // References to data or declarations that have errors cannot be checked.
    if (hasDataError && isObject(value) && typeof value.spec === "string") continue;
    if (hasDeclarationError && isDeclarationReference(flaw.pointer, value)) continue;
    const error = file.error(flaw);
    // Several declarations may report the same error of a table of types.
    errors.set(errorText(error), error);
  }
  return { spec, errors: [...errors.values()] };
}

/** Replaces slow patterns, which must not be run, by one that matches everything. */
function withoutSlowPatterns(files: PackageFiles): { files: PackageFiles; errors: FileError[] } {
  const errors: FileError[] = [];
  const cleaned = (file: SpecFile, flaws: readonly Flaw[]): SpecFile => {
    errors.push(...flaws.map((flaw) => file.error(flaw)));
    if (flaws.length === 0) return file;
    const patch = flaws.map(({ pointer: path }): Operation => {
      const isPattern = typeof valueAt(file.value, path) === "string";
      return isPattern ? { op: "replace", path, value: "^" } : { op: "remove", path };
    });
    return file.withValue(applyPatch(file.value, patch));
  };
  const shape = outlineOf(files.shape.sound<JsonObject>() ?? {});
  const patterned = (file: SpecFile) => soundParts(file, ["check", "when", "fixes"]);
  const rules = new Map(
    [...files.rules].map(([name, file]) => [
      name,
      cleaned(file, [...lintRulePatterns(patterned(file), shape)]),
    ]),
  );
  const data = files.spec.sound("/data");
  const declarations = files.spec.sound("/declarations");
  const slow = [...lintDataPatterns(data, [...files.rules.values()].map(patterned), declarations)];
  const spec = cleaned(files.spec, slow);
  return { files: { ...files, spec, rules }, errors };
}

/** Whether a part of spec.json has an error. Both parts are optional, so their absence is none. */
export function isBroken(part: "data" | "declarations", spec: SpecFile): boolean {
  return !isObject(spec.value) || (part in spec.value && spec.sound(`/${part}`) === undefined);
}

function isDeclarationReference(pointer: string, value: unknown): boolean {
  return (
    pointer.endsWith("/declared") ||
    (pointer.endsWith("/at") && /\{\w+\}/.test(JSON.stringify(value)))
  );
}
