import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { RuleSource } from "../engine/grammar.js";
import { errorOfFile, type FileError } from "../ground/files/file-error.js";
import { isObject } from "../ground/json/value.js";
import { findMisspelling } from "../ground/text/did-you-mean.js";
import { quote } from "../ground/text/quote.js";
import { BUILT_IN_CODES } from "./built-in-codes.js";
import { extendPackage, type OwnFiles } from "./extend-package.js";
import { isRuleName, isVersionName, versionNumber } from "./names.js";
import { listFolders, listNames, type MetaSchemaName } from "./rules-folder.js";
import {
  type PackageFiles,
  readShapeFile,
  readSpecFile,
  SCHEMA_POINTER,
  SpecFile,
} from "./spec-file.js";

interface ReadPackage {
  readonly files: PackageFiles;
  /** The folders of the versions that it extends, the nearest first. */
  readonly bases: readonly string[];
  readonly errors: readonly FileError[];
  /** The folders of versions that extend each other in a circle, if this version leads to them. */
  readonly circle?: readonly string[];
}

/**
 * Reads every file of a version, however many have errors, including those that it inherits.
 * `extending` are the folders of the versions that are being read because they extend this one.
 */
export function readPackage(folder: string, extending: readonly string[] = []): ReadPackage {
  const spec = readSpecFile(join(folder, "spec.json"), "spec.schema.json");
  const isExtending = isObject(spec.value) && "extends" in spec.value;
  const keys = isObject(spec.value) ? Object.keys(spec.value) : [];
  const misspellsExtends = keys.some((key) => findMisspelling(key, ["extends"]) !== undefined);
  // Where spec.json does not say it, what is missing may be inherited.
  const mayExtend = isExtending || misspellsExtends || !isObject(spec.value);
  const shapePath = join(folder, "candidate.schema.json");
  const hasShape = !mayExtend || existsSync(shapePath);
  const shape = hasShape ? readShapeFile(shapePath) : undefined;
  // A shape alone may say all; Git keeps no empty folder.
  const rules = readFolder(join(folder, "rules"), "rule.schema.json", true);
  const examples = readFolder(join(folder, "examples"), "example.schema.json", mayExtend);
  const ownFiles = { spec, shape, rules: rules.files, examples: examples.files };
  const needsBase = isExtending || shape === undefined;
  const whole = needsBase
    ? inherit(folder, ownFiles, extending)
    : { files: ownFiles as PackageFiles, bases: [], errors: [] };
  const errors = [
    ...[spec, shape, ...rules.files.values(), ...examples.files.values()].flatMap(
      (file) => file?.errors ?? [],
    ),
    ...rules.errors,
    ...examples.errors,
    ...strayFiles(folder),
    ...[...rules.files].flatMap(([name, { path }]) => nameErrors(name, path)),
    ...whole.errors,
    ...baseErrors(whole.files),
    ...deprecationErrors(whole.files, basename(folder)),
  ];
  return { ...whole, errors };
}

/**
 * An extending version with all that it inherits; only its spec.json if its base cannot be
 * extended.
 */
function inherit(folder: string, ownFiles: OwnFiles, extending: readonly string[]): ReadPackage {
  const name = ownFiles.spec.sound<string>("/extends");
  const unusable = (...errors: FileError[]): ReadPackage => {
    const shape = new SpecFile(join(folder, "candidate.schema.json"), "", undefined, []);
    return {
      files: { spec: ownFiles.spec, shape, rules: new Map(), examples: new Map() },
      bases: [],
      errors,
    };
  };
  if (name === undefined) return unusable();
  const refuse = (detail: string) => unusable(ownFiles.spec.error({ pointer: "/extends", detail }));
  const domain = dirname(resolve(folder));
  const baseFolder = resolve(domain, name);
  const trail = [...extending, resolve(folder)];
  const refuseCircle = (circle: readonly string[]) => {
    const names = circle.map((version) => relative(dirname(domain), version)).join(" → ");
    return {
      ...refuse(`versions cannot extend each other in a circle: ${names}; remove one "extends"`),
      circle,
    };
  };
  if (trail.includes(baseFolder))
    return refuseCircle([...trail.slice(trail.indexOf(baseFolder)), baseFolder]);
  if (!existsSync(join(baseFolder, "spec.json"))) {
    const others = existsSync(dirname(baseFolder))
      ? listFolders(dirname(baseFolder)).filter(isVersionName)
      : [];
    const extendable = others.filter(
      (version) => join(dirname(baseFolder), version) !== resolve(folder),
    );
    const there = `versions ${dirname(baseFolder) === domain ? "here" : "there"}: ${extendable.join(", ")}`;
    return refuse(
      `there is no version ${quote(name)}; ${extendable.length === 0 ? "correct the name" : there}`,
    );
  }
  const base = readPackage(baseFolder, trail);
  const inBase = relative(dirname(domain), baseFolder).split(sep).join("/");
  if (base.circle !== undefined) return refuseCircle(base.circle);
  if (base.errors.some(({ pointer }) => pointer !== SCHEMA_POINTER))
    return refuse(`${inBase} has errors; correct them first`);
  if (base.files.spec.sound("/status") === "draft")
    return refuse(
      `${inBase} is a draft and may still change; release it first, or extend a released version`,
    );
  return { ...extendPackage(ownFiles, base.files), bases: [baseFolder, ...base.bases] };
}

function* deprecationErrors({ rules }: PackageFiles, version: string): Generator<FileError> {
  for (const [name, file] of rules) {
    const { since = version, use } =
      file.sound<NonNullable<RuleSource["deprecated"]>>("/deprecated") ?? {};
    if (isVersionName(version) && versionNumber(since) > versionNumber(version))
      yield file.error({
        pointer: "/deprecated/since",
        detail: `is after this version, ${version}; correct it`,
      });
    if (use !== undefined && (use === name || !rules.has(use)))
      yield file.error({
        pointer: "/deprecated/use",
        detail: `there is no other rule ${quote(use)}; correct it`,
      });
  }
}

function nameErrors(name: string, file: string): FileError[] {
  if (BUILT_IN_CODES.has(name))
    return [errorOfFile(file, "every package has this code; rename the file after what must hold")];
  if (isRuleName(name)) return [];
  const detail =
    "a rule is named in kebab-case, by what must hold, with at most 64 characters; rename the file";
  return [errorOfFile(file, detail)];
}

function baseErrors({ spec, examples }: PackageFiles): FileError[] {
  const base = spec.sound<string>("/base");
  // An empty folder is an error of its own.
  if (base === undefined || examples.has(base) || examples.size === 0) return [];
  return [
    spec.error({
      pointer: "/base",
      detail: `there is no example "${base}"; add examples/${base}.json`,
    }),
  ];
}

/** Files that nothing reads are mistakes: a rule beside the folder of rules would never fire. */
function strayFiles(folder: string): FileError[] {
  const known = ["spec.json", "candidate.schema.json", "rules", "examples"];
  const detail = `a version has ${known.join(", ")} and nothing else; move it, a rule to rules/, an example to examples/`;
  const others = listNames(folder).filter((name) => !known.includes(name));
  return others.map((name) => errorOfFile(join(folder, name), detail));
}

function readFolder(
  folder: string,
  schema: MetaSchemaName,
  mayBeMissing: boolean,
): { files: Map<string, SpecFile>; errors: FileError[] } {
  const files = new Map<string, SpecFile>();
  if (mayBeMissing && !existsSync(folder)) return { files, errors: [] };
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    return { files, errors: [errorOfFile(folder, "the folder is missing; add it")] };
  }
  const errors: FileError[] = [];
  for (const name of listNames(folder)) {
    const path = join(folder, name);
    if (name.endsWith(".json")) files.set(basename(name, ".json"), readSpecFile(path, schema));
    else errors.push(errorOfFile(path, "only .json files belong here; move it"));
  }
  if (files.size === 0 && errors.length === 0 && !mayBeMissing)
    errors.push(errorOfFile(folder, "the folder is empty; add a file"));
  return { files, errors };
}
