import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CompiledSpec } from "../engine/compile-spec.js";
import type { SpecStatus } from "../engine/grammar.js";
import { errorOfFile, type FileError } from "../ground/files/file-error.js";
import { isDomainId, isVersionName } from "./names.js";
import { readPackage } from "./read-package.js";
import { listEntries, listFolders, META_SCHEMA_NAMES } from "./rules-folder.js";
import { type PackageFiles, readSpecFile, type SpecFile } from "./spec-file.js";

/** The files of rules folders, parsed but not yet compiled. */
export interface RawSpecs {
  /** The ids of all domains, also of those that were not read because they have not changed. */
  readonly ids: readonly string[];
  readonly domains: readonly RawDomain[];
  /** Errors of the rules folders themselves. */
  readonly errors: readonly FileError[];
}

export interface RawDomain {
  readonly id: string;
  readonly folder: string;
  /** The names of the folders in the folder of the domain. */
  readonly folderNames: readonly string[];
  /** domain.json */
  readonly description: SpecFile;
  /** released.json; undefined if there is none. */
  readonly released: SpecFile | undefined;
  readonly versions: readonly RawVersion[];
  readonly errors: readonly FileError[];
}

export interface RawVersion {
  readonly folder: string;
  readonly domainId: string;
  readonly version: string;
  /** All files, including those that it inherits. */
  readonly files: PackageFiles;
  /** The folders of the versions that it extends, the nearest first. */
  readonly bases: readonly string[];
  readonly errors: readonly FileError[];
}

/** A version that was compiled, with all its errors. */
export interface LoadedVersion extends RawVersion {
  /** Undefined if spec.json has no valid status. */
  readonly status: SpecStatus | undefined;
  /** Undefined if there are errors. */
  readonly spec: CompiledSpec | undefined;
  /** The hash of each file, by its path from the folder of the version. */
  readonly hashes: Readonly<Record<string, string>>;
  /** What `rules check` warns of; undefined if the version was only compiled. */
  readonly warnings?: readonly FileError[];
}

export function isDraft({ files }: RawVersion): boolean {
  return files.spec.validValue("/status") === "draft";
}

export interface ReadOptions {
  /** A domain, or a version of one as `domain/v1`: nothing else is read. */
  readonly wanted?: string | undefined;
}

/** Reads all files before any is checked, because they may change during a slow check. */
export function readSpecs(dirs: readonly string[], { wanted }: ReadOptions = {}): RawSpecs {
  const [wantedDomain, wantedVersion] = wanted?.split("/") ?? [];
  const ids: string[] = [];
  const domains: RawDomain[] = [];
  const errors: FileError[] = [];
  for (const dir of dirs) {
    const names = tryListFolders(dir, errors);
    errors.push(...findStrayFiles(dir, META_SCHEMA_NAMES, "into the folder of a domain"));
    if (names?.length === 0)
      errors.push(errorOfFile(dir, "there is no domain folder here; add one"));
    for (const id of names ?? []) {
      if (wantedDomain !== undefined && id !== wantedDomain) continue;
      if (ids.includes(id)) {
        errors.push(errorOfFile(join(dir, id), `the domain "${id}" is in two folders; remove one`));
        continue;
      }
      ids.push(id);
      domains.push(readDomain(dir, id, wantedVersion));
    }
  }
  return { ids, domains, errors };
}

function readDomain(dir: string, id: string, wantedVersion: string | undefined): RawDomain {
  const folder = join(dir, id);
  const errors: FileError[] = [];
  const rename =
    "folders of domains are named in kebab-case, with at most 64 characters; rename it";
  if (!isDomainId(id)) errors.push(errorOfFile(folder, rename));
  const description = readSpecFile(join(folder, "domain.json"), "domain.schema.json");
  const known = ["domain.json", RELEASED_FILE];
  errors.push(
    ...description.errors,
    ...findStrayFiles(folder, known, "into the folder of a version"),
  );
  const names = tryListFolders(folder, errors);
  if (names?.length === 0)
    errors.push(errorOfFile(folder, "the domain has no version; add a folder v1"));
  const versions: RawVersion[] = [];
  const folderNames = names ?? [];
  for (const version of folderNames) {
    if (wantedVersion !== undefined && version !== wantedVersion) continue;
    const path = join(folder, version);
    const isNamed = isVersionName(version);
    if (!isNamed)
      errors.push(errorOfFile(path, "folders of versions are named v1, v2 and so on; rename it"));
    // A folder with another name may still be meant as a version.
    if (isNamed || existsSync(join(path, "spec.json")))
      versions.push({ folder: path, domainId: id, version, ...readPackage(path) });
  }
  const released = readReleases(folder);
  return { id, folder, folderNames, description, released, versions, errors };
}

export const RELEASED_FILE = "released.json";

/** released.json of a domain; undefined if `assay rules release` has released nothing yet. */
export function readReleases(domain: string): SpecFile | undefined {
  const path = join(domain, RELEASED_FILE);
  return existsSync(path) ? readSpecFile(path, "released.schema.json") : undefined;
}

/** Files in the wrong folder are not read: a rule among them would never fire. */
function findStrayFiles(folder: string, known: readonly string[], where: string): FileError[] {
  const errors: FileError[] = [];
  for (const name of listEntries(folder))
    if (name.endsWith(".json") && !known.includes(name))
      errors.push(errorOfFile(join(folder, name), `nothing reads this file; move it ${where}`));
  return errors;
}

/** Undefined, with an error, if the folder cannot be read. */
function tryListFolders(dir: string, errors: FileError[]): string[] | undefined {
  try {
    return listFolders(dir);
  } catch {
    errors.push(errorOfFile(dir, "the folder cannot be read; check the path"));
    return undefined;
  }
}
