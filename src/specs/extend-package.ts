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

/** What the spec.json of an extending version says about the files that it inherits. */
interface Overrides {
  readonly without: readonly string[];
  readonly severity: Readonly<Record<string, string>>;
}

/**
 * The whole package of a version that extends another. A file of its own replaces the inherited
 * file of the same name, and spec.json is merged.
 */
export function extendPackage(
  ownFiles: OwnFiles,
  base: PackageFiles,
): { files: PackageFiles; errors: FileError[] } {
  const { spec } = ownFiles;
  const overrides: Overrides = {
    without: spec.validValue("/without") ?? [],
    severity: spec.validValue("/severity") ?? {},
  };
  const { without, severity } = overrides;
  const rules = mergeFiles("rules", ownFiles, base, without);
  for (const [name, level] of Object.entries(severity)) {
    const rule = ownFiles.rules.has(name) ? undefined : rules.get(name);
    if (rule !== undefined) rules.set(name, withSeverity(rule, level));
  }
  const examples = mergeFiles("examples", ownFiles, base, without);
  const missing =
    ownFiles.shape === undefined
      ? []
      : listNewlyRequired(base.shape.value, ownFiles.shape.validValue());
  for (const [name, example] of examples)
    if (!ownFiles.examples.has(name)) examples.set(name, adaptExample(example, without, missing));
  const shapePath = join(dirname(spec.path), basename(base.shape.path));
  return {
    files: {
      spec: spec.withInheritedParts(mergeSpec(spec.value, base.spec.value)),
      shape: ownFiles.shape ?? base.shape.asInherited(shapePath),
      rules,
      examples,
    },
    errors: [...findUselessOverrides(ownFiles, base, overrides)],
  };
}

function mergeSpec(ownSpec: unknown, baseSpec: unknown): unknown {
  if (!isObject(ownSpec) || !isObject(baseSpec)) return ownSpec;
  // These control inheriting, and are not part of the resolved package.
  const { extends: _, without, severity, ...ownParts } = ownSpec;
  const merged: JsonObject = {};
  for (const key of ["base", "data", "declarations", "normalize"])
    if (key in baseSpec) merged[key] = baseSpec[key] as Json;
  Object.assign(merged, ownParts);
  for (const key of ["data", "declarations"])
    if (key in ownSpec)
      merged[key] = mergePatch(baseSpec[key] as Json | undefined, ownSpec[key] as Json);
  return merged;
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
function mergeFiles(
  kind: "rules" | "examples",
  ownFiles: OwnFiles,
  base: PackageFiles,
  without: readonly string[],
): Map<string, SpecFile> {
  const prefix = kind === "rules" ? "" : "examples/";
  const folder = join(dirname(ownFiles.spec.path), kind);
  const merged = [...ownFiles[kind]];
  for (const [name, file] of base[kind])
    if (!ownFiles[kind].has(name) && !without.includes(prefix + name))
      merged.push([name, file.asInherited(join(folder, `${name}.json`))]);
  return new Map(merged.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** An inherited rule with another severity, which its examples state too. */
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

/** Properties that only the new shape requires, if it has an example or a placeholder to fill in. */
function listNewlyRequired(before: unknown, after: unknown): RequiredProperty[] {
  const added: RequiredProperty[] = [];
  for (const { at: selector, pointer, schema } of walkSchemas(after)) {
    const requiredBefore = (valueAt(before, `${pointer}/required`) ?? []) as string[];
    for (const name of (schema.required ?? []) as string[]) {
      if (requiredBefore.includes(name)) continue;
      const property = valueAt(schema, joinPointer("/properties", name)) as JsonObject | undefined;
      const value = (property?.examples as Json[] | undefined)?.[0] ?? property?.placeholder;
      if (value !== undefined) added.push({ selector, name, value });
    }
  }
  return added;
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
  const { candidate, proposal, diagnostics } = example;
  return file.withValue({
    ...example,
    candidate: addMissing(candidate, missing),
    diagnostics: diagnostics.filter(({ code }) => !without.includes(code)),
    ...(proposal !== undefined && { proposal: addMissing(proposal, missing) }),
  });
}

function addMissing(value: Json, missing: readonly RequiredProperty[]): Json {
  let filled = value;
  for (const { selector, name, value: added } of missing) {
    const patch: Operation[] = [];
    compileSelector(selector)(filled, (found, trail) => {
      if (isObject(found) && !Object.hasOwn(found, name))
        patch.push({ op: "add", path: toPointer([...trail, name]), value: added });
    });
    filled = applyPatch(filled, patch) as Json;
  }
  return filled;
}

/** The places where a merge patch removes something that is not inherited. */
function* findUselessRemovals(
  patch: Json | undefined,
  base: Json | undefined,
  pointer: string,
): Generator<string> {
  if (!isObject(patch)) return;
  for (const [key, value] of Object.entries(patch)) {
    const inherited = isObject(base) && Object.hasOwn(base, key) ? base[key] : undefined;
    const place = joinPointer(pointer, key);
    if (value === null && inherited === undefined) yield place;
    yield* findUselessRemovals(value, inherited, place);
  }
}

/**
 * Errors for parts of `data`, `declarations`, `without` and `severity` that change nothing: most
 * often, a name is misspelled.
 */
function* findUselessOverrides(
  ownFiles: OwnFiles,
  base: PackageFiles,
  { without, severity }: Overrides,
): Generator<FileError> {
  const { spec } = ownFiles;
  for (const part of ["/data", "/declarations"]) {
    const detail =
      "null removes something inherited, and nothing of this name is inherited; remove it";
    const patch = spec.validValue<Json>(part);
    for (const pointer of findUselessRemovals(patch, base.spec.validValue(part), part))
      yield spec.error({ pointer, detail });
  }
  const rules = [...base.rules.keys()];
  const names = [...rules, ...[...base.examples.keys()].map((name) => `examples/${name}`)];
  const refuseUnknown = (pointer: string, name: string, known: readonly string[]) => {
    const { advice, meant } = adviceOn(name, known, "remove it");
    const detail = `nothing named ${quote(name)} is inherited; ${advice}`;
    return spec.error({ pointer, detail, meant });
  };
  for (const [index, name] of without.entries()) {
    const [, kind = "rules", file = name] = /^(examples)\/(.*)$/.exec(name) ?? [];
    const pointer = `/without/${index}`;
    if (!names.includes(name)) yield refuseUnknown(pointer, name, names);
    else if (ownFiles[kind as "rules" | "examples"].has(file)) {
      const detail = "a file of this name is here, and replaces it; remove one of the two";
      yield spec.error({ pointer, detail });
    }
  }
  for (const [name, level] of Object.entries(severity)) {
    const pointer = joinPointer("/severity", name);
    let detail: string | undefined;
    if (!rules.includes(name)) yield refuseUnknown(pointer, name, rules);
    else if (without.includes(name)) detail = '"without" removes this rule; remove one of the two';
    else if (ownFiles.rules.has(name)) detail = "the rule has a file here; set its severity there";
    else if (base.rules.get(name)?.validValue("/severity") === level)
      detail = `it is ${level} already; remove it`;
    if (detail !== undefined) yield spec.error({ pointer, detail });
  }
}
