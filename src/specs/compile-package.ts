import { type CompiledSpec, compileSpec } from "../engine/compile-spec.js";
import type { ExampleSource, RuleSource, SpecSource } from "../engine/grammar.js";
import { valueAt } from "../json/pointer.js";
import { isObject, type JsonObject } from "../json/value.js";
import { errorText, type FileError } from "./file-error.js";
import type { PackageFiles } from "./read-package.js";
import type { SpecFile } from "./spec-file.js";

/** Compiles what can be compiled. A spec with an error must not be served, but its other parts can be tried. */
export function compilePackage(
  domainId: string,
  version: string,
  files: PackageFiles,
): { spec: CompiledSpec; errors: FileError[] } {
  const errors = new Map<string, FileError>();
  const spec = compileSpec(toSource(domainId, version, files), (where, { pointer, message }) => {
    const file = where.part === "rule" ? (files.rules.get(where.name) as SpecFile) : files[where.part];
    // Without data, what refers to it cannot be checked.
    if (files.spec.sound("/data") === undefined && isSpecReference(valueAt(file.value, pointer))) return;
    const error = file.error({ pointer, detail: message });
    // A table of types with an error is found by every declaration that refers to it.
    errors.set(errorText(error), error);
  });
  return { spec, errors: [...errors.values()] };
}

function isSpecReference(value: unknown): boolean {
  return isObject(value) && typeof value.spec === "string";
}

/** Where a part has an error, something stands in for it in which there is none to find. */
function toSource(domainId: string, version: string, { spec, shape, rules, examples }: PackageFiles): SpecSource {
  const sound = <T>(files: ReadonlyMap<string, SpecFile>, read: (file: SpecFile) => T | undefined) =>
    Object.fromEntries(
      [...files].flatMap(([name, file]) => {
        const value = read(file);
        return value === undefined ? [] : [[name, value]];
      }),
    ) as Record<string, T>;
  const { $schema, ...bareShape } = shape.sound<JsonObject>() ?? { type: "object" };
  return {
    domainId,
    version,
    spec: {
      status: spec.sound("/status") ?? "draft",
      title: spec.sound("/title") ?? "",
      base: spec.sound("/base") ?? "",
      data: spec.sound("/data") ?? {},
      declarations: spec.sound("/declarations") ?? {},
      normalize: spec.sound("/normalize") ?? [],
    },
    shape: bareShape,
    rules: sound(rules, toRule),
    examples: sound(examples, (file) => withoutSchema<ExampleSource>(file.sound())),
  };
}

/** A rule whose logic is sound, with stand-ins for its other parts. */
function toRule(file: SpecFile): RuleSource | undefined {
  const check = file.sound<RuleSource["check"]>("/check");
  const when = file.sound<RuleSource["when"]>("/when");
  const hasWhen = isObject(file.value) && "when" in file.value;
  if (check === undefined || (hasWhen && when === undefined)) return undefined;
  return (
    withoutSchema<RuleSource>(file.sound()) ?? {
      severity: file.sound("/severity") ?? "info",
      summary: "",
      rationale: "",
      ...(when && { when }),
      check,
      message: file.sound("/message") ?? "",
      fixes: file.sound("/fixes") ?? [],
      examples: file.sound("/examples") ?? [],
    }
  );
}

function withoutSchema<T extends object>(value: unknown): T | undefined {
  if (!isObject(value)) return undefined;
  const { $schema, ...rest } = value;
  return rest as T;
}
