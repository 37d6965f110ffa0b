import { basename, dirname, join } from "node:path";
import type { ExampleSource, RuleSource } from "../engine/grammar.js";
import type { FileError } from "../ground/files/file-error.js";
import { applyPatch, type Operation } from "../ground/json/patch.js";
import { joinPointer, toPointer, valueAt } from "../ground/json/pointer.js";
import { compileSelector } from "../ground/json/selector.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { adviceOn } from "../ground/text/did-you-mean.js";
import { quote } from "../ground/text/quote.js";
import { walkSchemas } from "../schema/schemas-in.js";
import type { PackageFiles, SpecFile } from "./spec-file.js";

/** The files in the folder of an extending version, which may have no shape of its own. */
export type OwnFiles = Omit<PackageFiles, "shape"> & { readonly shape: SpecFile | undefined };

/**
 * The whole package of a version that extends another. A file of its own replaces the inherited
 * file of the same name, and spec.json is merged.
 */
export function extendPackage(
  ownFiles: OwnFiles,
  base: PackageFiles,
): { files: PackageFiles; errors: FileError[] } {
  const { spec } = ownFiles;
  const folder = dirname(spec.path);
  const without = spec.sound<string[]>("/without") ?? [];
  const severity = spec.sound<Record<string, string>>("/severity") ?? {};
  const merged = spec.mergedInto(mergeSpec(spec.value, base.spec.value));
  const rules = withInherited("rules", ownFiles, base, without);
  for (const [name, level] of Object.entries(severity)) {
    const rule = ownFiles.rules.has(name) ? undefined : rules.get(name);
    if (rule !== undefined) rules.set(name, withSeverity(rule, level));
  }
  const examples = withInherited("examples", ownFiles, base, without);
  const missing =
    ownFiles.shape === undefined ? [] : newlyRequired(base.shape.value, ownFiles.shape.sound());
  for (const [name, example] of examples)
    if (!ownFiles.examples.has(name)) examples.set(name, adaptExample(example, without, missing));
  const shape = ownFiles.shape ?? base.shape.inheritedAs(join(folder, basename(base.shape.path)));
  return {
    files: { spec: merged, shape, rules, examples },
    errors: [...idleOverrides(ownFiles, base, without, severity)],
  };
}

function mergeSpec(ownSpec: unknown, baseSpec: unknown): unknown {
  if (!isObject(ownSpec) || !isObject(baseSpec)) return ownSpec;
  // These control inheriting, and are not part of the resolved package.
  const { extends: _, without, severity, ...rest } = ownSpec;
  const inheritedParts = Object.fromEntries(
    ["base", "data", "declarations", "normalize"].flatMap((key) =>
      key in baseSpec ? [[key, baseSpec[key]]] : [],
    ),
  );
  const merge = (key: string) =>
    key in ownSpec
      ? { [key]: mergePatch(baseSpec[key] as Json | undefined, ownSpec[key] as Json) }
      : {};
  return { ...inheritedParts, ...rest, ...merge("data"), ...merge("declarations") };
}

/** Applies a JSON Merge Patch (RFC 7396). */
function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged: JsonObject = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(Object.hasOwn(merged, key) ? merged[key] : undefined, value);
  }
  return merged;
}

/** Own and inherited files in the order of their names, as if all were in one folder. */
function withInherited(
  kind: "rules" | "examples",
  ownFiles: OwnFiles,
  base: PackageFiles,
  without: readonly string[],
) {
  const prefix = kind === "rules" ? "" : "examples/";
  const kept = [...base[kind]].filter(
    ([name]) => !ownFiles[kind].has(name) && !without.includes(prefix + name),
  );
  const pathOf = (name: string) => join(dirname(ownFiles.spec.path), kind, `${name}.json`);
  const inherited = kept.map(([name, file]) => [name, file.inheritedAs(pathOf(name))] as const);
  return new Map([...inherited, ...ownFiles[kind]].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * An inherited rule with another severity. Examples that state the inherited severity state the new
 * one.
 */
function withSeverity(file: SpecFile, severity: string): SpecFile {
  const rule = file.value as RuleSource;
  const examples = rule.examples.map((example) =>
    example.severity === rule.severity ? { ...example, severity } : example,
  );
  return file.withValue({ ...rule, severity, examples });
}

interface RequiredProperty {
  /** Selects the objects that need the property. */
  readonly selector: string;
  readonly name: string;
  readonly value: Json;
}

/**
 * Properties that only the new shape requires, if it has an example or a placeholder to fill in.
 */
function newlyRequired(before: unknown, after: unknown): RequiredProperty[] {
  return [...walkSchemas(after)].flatMap(({ at: selector, pointer, schema }) => {
    const required = (valueAt(before, `${pointer}/required`) ?? []) as string[];
    const names = ((schema.required ?? []) as string[]).filter((name) => !required.includes(name));
    return names.flatMap((name): RequiredProperty[] => {
      const property = valueAt(schema, joinPointer("/properties", name)) as JsonObject | undefined;
      const value = (property?.examples as Json[] | undefined)?.[0] ?? property?.placeholder;
      return value === undefined ? [] : [{ selector, name, value }];
    });
  });
}

/**
 * An inherited example, with the properties that the new shape requires and without diagnostics of
 * removed rules.
 */
function adaptExample(
  file: SpecFile,
  without: readonly string[],
  missing: readonly RequiredProperty[],
): SpecFile {
  const example = file.value as ExampleSource;
  const filled = (value: Json) =>
    missing.reduce(
      (candidate, property) => applyPatch(candidate, additions(candidate, property)) as Json,
      value,
    );
  return file.withValue({
    ...example,
    candidate: filled(example.candidate),
    diagnostics: example.diagnostics.filter(({ code }) => !without.includes(code)),
    ...(example.proposal !== undefined && { proposal: filled(example.proposal) }),
  });
}

function additions(candidate: Json, { selector, name, value }: RequiredProperty): Operation[] {
  const patch: Operation[] = [];
  compileSelector(selector)(candidate, (found, trail) => {
    if (!isObject(found) || Object.hasOwn(found, name)) return;
    patch.push({ op: "add", path: toPointer([...trail, name]), value });
  });
  return patch;
}

/** The places where a merge patch removes something that is not inherited. */
function* idleRemovals(
  patch: Json | undefined,
  base: Json | undefined,
  pointer: string,
): Generator<string> {
  if (!isObject(patch)) return;
  for (const [key, value] of Object.entries(patch)) {
    const inherited = isObject(base) && Object.hasOwn(base, key) ? base[key] : undefined;
    const place = joinPointer(pointer, key);
    if (value === null && inherited === undefined) yield place;
    yield* idleRemovals(value, inherited, place);
  }
}

/**
 * Errors for parts of `data`, `without` and `severity` that change nothing: most often, a name is
 * misspelled.
 */
function* idleOverrides(
  ownFiles: OwnFiles,
  base: PackageFiles,
  without: readonly string[],
  severity: Readonly<Record<string, string>>,
): Generator<FileError> {
  for (const key of ["data", "declarations"])
    for (const pointer of idleRemovals(
      ownFiles.spec.sound(`/${key}`),
      base.spec.sound(`/${key}`),
      `/${key}`,
    ))
      yield ownFiles.spec.error({
        pointer,
        detail:
          "null removes something inherited, and nothing of this name is inherited; remove it",
      });
  const rules = [...base.rules.keys()];
  const names = [...rules, ...[...base.examples.keys()].map((name) => `examples/${name}`)];
  const unknown = (pointer: string, name: string, known: readonly string[]) => {
    const { advice, meant } = adviceOn(name, known, "remove it");
    return ownFiles.spec.error({
      pointer,
      detail: `nothing named ${quote(name)} is inherited; ${advice}`,
      meant,
    });
  };
  for (const [index, name] of without.entries()) {
    const [, kind = "rules", file = name] = /^(examples)\/(.*)$/.exec(name) ?? [];
    const pointer = `/without/${index}`;
    if (!names.includes(name)) yield unknown(pointer, name, names);
    else if (ownFiles[kind as "rules" | "examples"].has(file))
      yield ownFiles.spec.error({
        pointer,
        detail: "a file of this name is here, and replaces it; remove one of the two",
      });
  }
  for (const [name, level] of Object.entries(severity)) {
    const pointer = joinPointer("/severity", name);
    const error = (detail: string) => ownFiles.spec.error({ pointer, detail });
    if (!rules.includes(name)) yield unknown(pointer, name, rules);
    else if (without.includes(name))
      yield error('"without" removes this rule; remove one of the two');
    else if (ownFiles.rules.has(name))
      yield error("the rule has a file here; set its severity there");
    else if (base.rules.get(name)?.sound("/severity") === level)
      yield error(`it is ${level} already; remove it`);
  }
}
