import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { RuleSource } from "../engine/grammar.js";
import { errorOfFile, type FileError } from "../ground/files/file-error.js";
import { isObject } from "../ground/json/value.js";
import { findMisspelling } from "../ground/text/did-you-mean.js";
import { quote } from "../ground/text/quote.js";
import { BUILT_IN_CODES } from "./built-in-codes.js";
import { extendPackage, type OwnFiles } from "./extend-package.js";
import { isRuleName, isVersionName, versionNumber } from "./names.js";
import { isFolder, listEntries, listFolders, type MetaSchemaName } from "./rules-folder.js";
import {
  type PackageFiles,
  readShapeFile,
  readSpecFile,
  SCHEMA_POINTER,
  SpecFile,
} from "./spec-file.js";

const SHAPE_FILE = "candidate.schema.json";

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
  // If spec.json is unreadable, missing files are not reported: they might be inherited.
  const mayExtend = isExtending || misspellsExtends || !isObject(spec.value);
  const shapePath = join(folder, SHAPE_FILE);
  const hasShape = !mayExtend || existsSync(shapePath);
  const shape = hasShape ? readShapeFile(shapePath) : undefined;
  // `rules/` is optional: a shape may be enough, and Git does not store an empty folder.
  const rules = readFolder(join(folder, "rules"), "rule.schema.json", true);
  const examples = readFolder(join(folder, "examples"), "example.schema.json", mayExtend);
  const ownFiles = { spec, shape, rules: rules.files, examples: examples.files };
  const whole =
    isExtending || shape === undefined
      ? resolveInheritance(folder, ownFiles, extending)
      : { files: ownFiles as PackageFiles, bases: [], errors: [] };
  const errors: FileError[] = [];
  for (const file of [spec, shape, ...rules.files.values(), ...examples.files.values()])
    errors.push(...(file?.errors ?? []));
  errors.push(...rules.errors, ...examples.errors, ...findStrayFiles(folder));
  for (const [name, { path }] of rules.files) errors.push(...findNameErrors(name, path));
  errors.push(
    ...whole.errors,
    ...findBaseErrors(whole.files),
    ...findDeprecationErrors(whole.files, basename(folder)),
  );
  return { ...whole, errors };
}

/**
 * An extending version with all that it inherits; only its spec.json if its base cannot be
 * extended.
 */
function resolveInheritance(
  folder: string,
  ownFiles: OwnFiles,
  extending: readonly string[],
): ReadPackage {
  const { spec } = ownFiles;
  const refuse = (detail?: string, circle?: readonly string[]): ReadPackage => {
    const path = join(folder, SHAPE_FILE);
    const shape = new SpecFile({ path, text: "", value: undefined, flaws: [] });
    return {
      files: { spec, shape, rules: new Map(), examples: new Map() },
      bases: [],
      errors: detail === undefined ? [] : [spec.error({ pointer: "/extends", detail })],
      ...(circle && { circle }),
    };
  };
  const name = spec.validValue<string>("/extends");
  if (name === undefined) return refuse();
  const ownFolder = resolve(folder);
  const baseFolder = resolve(dirname(ownFolder), name);
  const nameOf = (version: string) => relative(dirname(dirname(ownFolder)), version);
  const refuseCircle = (circle: readonly string[]) => {
    const names = circle.map(nameOf).join(" → ");
    const detail = `versions cannot extend each other in a circle: ${names}; remove one "extends"`;
    return refuse(detail, circle);
  };
  const chain = [...extending, ownFolder];
  if (chain.includes(baseFolder))
    return refuseCircle([...chain.slice(chain.indexOf(baseFolder)), baseFolder]);
  if (!existsSync(join(baseFolder, "spec.json"))) {
    const advice = listExtendable(dirname(baseFolder), ownFolder);
    return refuse(`there is no version ${quote(name)}; ${advice}`);
  }
  const base = readPackage(baseFolder, chain);
  if (base.circle !== undefined) return refuseCircle(base.circle);
  const baseName = nameOf(baseFolder).split(sep).join("/");
  if (base.errors.some(({ pointer }) => pointer !== SCHEMA_POINTER))
    return refuse(`${baseName} has errors; correct them first`);
  if (base.files.spec.validValue("/status") === "draft")
    return refuse(
      `${baseName} is a draft and may still change; release it first, or extend a released version`,
    );
  return { ...extendPackage(ownFiles, base.files), bases: [baseFolder, ...base.bases] };
}

function listExtendable(domain: string, ownFolder: string): string {
  const names: string[] = [];
  for (const name of existsSync(domain) ? listFolders(domain) : [])
    if (isVersionName(name) && join(domain, name) !== ownFolder) names.push(name);
  if (names.length === 0) return "correct the name";
  return `versions ${domain === dirname(ownFolder) ? "here" : "there"}: ${names.join(", ")}`;
}

function* findDeprecationErrors({ rules }: PackageFiles, version: string): Generator<FileError> {
  for (const [name, file] of rules) {
    const { since = version, use } =
      file.validValue<NonNullable<RuleSource["deprecated"]>>("/deprecated") ?? {};
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

function findNameErrors(name: string, file: string): FileError[] {
  if (BUILT_IN_CODES.has(name))
    return [errorOfFile(file, "every package has this code; rename the file after what must hold")];
  if (isRuleName(name)) return [];
  const detail =
    "a rule is named in kebab-case, by what must hold, with at most 64 characters; rename the file";
  return [errorOfFile(file, detail)];
}

function findBaseErrors({ spec, examples }: PackageFiles): FileError[] {
  const base = spec.validValue<string>("/base");
  // An empty folder is an error of its own.
  if (base === undefined || examples.has(base) || examples.size === 0) return [];
  const detail = `there is no example "${base}"; add examples/${base}.json`;
  return [spec.error({ pointer: "/base", detail })];
}

/** Files in the wrong folder are not read: a rule beside `rules/` would never fire. */
function findStrayFiles(folder: string): FileError[] {
  const known = ["spec.json", SHAPE_FILE, "rules", "examples"];
  const detail = `a version has ${known.join(", ")} and nothing else; move it, a rule to rules/, an example to examples/`;
  const errors: FileError[] = [];
  for (const name of listEntries(folder))
    if (!known.includes(name)) errors.push(errorOfFile(join(folder, name), detail));
  return errors;
}

function readFolder(
  folder: string,
  schema: MetaSchemaName,
  mayBeMissing: boolean,
): { files: Map<string, SpecFile>; errors: FileError[] } {
  const files = new Map<string, SpecFile>();
  if (mayBeMissing && !existsSync(folder)) return { files, errors: [] };
  if (!isFolder(folder))
    return { files, errors: [errorOfFile(folder, "the folder is missing; add it")] };
  const errors: FileError[] = [];
  for (const name of listEntries(folder)) {
    const path = join(folder, name);
    if (name.endsWith(".json")) files.set(basename(name, ".json"), readSpecFile(path, schema));
    else errors.push(errorOfFile(path, "only .json files belong here; move it"));
  }
  if (files.size === 0 && errors.length === 0 && !mayBeMissing)
    errors.push(errorOfFile(folder, "the folder is empty; add a file"));
  return { files, errors };
}
