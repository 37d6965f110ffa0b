import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CompiledSpec } from "../engine/compile-spec.js";
import type { SpecStatus } from "../engine/grammar.js";
import { errorOfFile, type FileError } from "../ground/files/file-error.js";
import { isDomainId, isVersionName } from "./names.js";
import { readPackage } from "./read-package.js";
import { listFolders, listNames, META_SCHEMA_NAMES } from "./rules-folder.js";
import { type PackageFiles, readSpecFile, type SpecFile } from "./spec-file.js";

/** The content of rules folders, before any of it is checked. */
export interface ReadSpecs {
  /** All domains, including those that were not read because they have not changed. */
  readonly ids: readonly string[];
  readonly domains: readonly ReadDomain[];
  /** Errors of the rules folders themselves. */
  readonly errors: readonly FileError[];
}

export interface ReadDomain {
  readonly id: string;
  readonly folder: string;
  /** The names of the folders in the folder of the domain. */
  readonly names: readonly string[];
  /** domain.json */
  readonly description: SpecFile;
  /** released.json; undefined if there is none. */
  readonly released: SpecFile | undefined;
  readonly versions: readonly ReadVersion[];
  readonly errors: readonly FileError[];
}

export interface ReadVersion {
  readonly folder: string;
  readonly domainId: string;
  readonly version: string;
  /** All files, including those that it inherits. */
  readonly files: PackageFiles;
  /** The folders of the versions that it extends, the nearest first. */
  readonly bases: readonly string[];
  readonly errors: readonly FileError[];
}

/** A version that was checked, with all its errors. */
export interface LoadedVersion extends ReadVersion {
  /** Undefined if spec.json does not say it. */
  readonly status: SpecStatus | undefined;
  /** Undefined if there are errors. */
  readonly spec: CompiledSpec | undefined;
  /** The hash of each file, by its path from the folder of the version. */
  readonly hashes: Readonly<Record<string, string>>;
  /** Warnings; undefined if checks did not run. */
  readonly warnings?: readonly FileError[];
}

export function isDraft({ files }: ReadVersion): boolean {
  return files.spec.sound("/status") === "draft";
}

interface ReadOptions {
  /** A domain, or a version of one as `domain/v1`: nothing else is read. */
  readonly wanted?: string | undefined;
}

/** Reads all files at once, because checking them takes a second, during which they may change. */
export function readSpecs(dirs: readonly string[], { wanted }: ReadOptions = {}): ReadSpecs {
  const [wantedDomain, wantedVersion] = wanted?.split("/") ?? [];
  const ids: string[] = [];
  const domains: ReadDomain[] = [];
  const errors: FileError[] = [];
  for (const dir of dirs) {
    const { names, errors: unreadable } = readFolders(dir);
    errors.push(
      ...unreadable,
      ...unreadFiles(dir, META_SCHEMA_NAMES, "into the folder of a domain"),
    );
    if (unreadable.length === 0 && names.length === 0)
      errors.push(errorOfFile(dir, "there is no domain folder here; add one"));
    for (const id of names) {
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

function readDomain(dir: string, id: string, wantedVersion: string | undefined): ReadDomain {
  const folder = join(dir, id);
  const errors: FileError[] = [];
  const rename =
    "folders of domains are named in kebab-case, with at most 64 characters; rename it";
  if (!isDomainId(id)) errors.push(errorOfFile(folder, rename));
  const description = readSpecFile(join(folder, "domain.json"), "domain.schema.json");
  const { names, errors: unreadable } = readFolders(folder);
  errors.push(
    ...description.errors,
    ...unreadFiles(folder, ["domain.json", RELEASED_FILE], "into the folder of a version"),
    ...unreadable,
  );
  if (names.length === 0 && unreadable.length === 0)
    errors.push(errorOfFile(folder, "the domain has no version; add a folder v1"));
  const versions: ReadVersion[] = [];
  for (const name of names) {
    if (wantedVersion !== undefined && name !== wantedVersion) continue;
    const isNamed = isVersionName(name);
    if (!isNamed)
      errors.push(
        errorOfFile(
          join(folder, name),
          "folders of versions are named v1, v2 and so on; rename it",
        ),
      );
    // A folder with another name may still be meant as a version.
    if (isNamed || existsSync(join(folder, name, "spec.json")))
      versions.push(readVersion(folder, id, name));
  }
  return { id, folder, names, description, released: readReleased(folder), versions, errors };
}

export const RELEASED_FILE = "released.json";

/** released.json of a domain; undefined if `assay rules release` has released nothing yet. */
export function readReleased(domain: string): SpecFile | undefined {
  const path = join(domain, RELEASED_FILE);
  return existsSync(path) ? readSpecFile(path, "released.schema.json") : undefined;
}

function readVersion(domain: string, domainId: string, version: string): ReadVersion {
  const folder = join(domain, version);
  return { folder, domainId, version, ...readPackage(folder) };
}

/** Files that nothing reads: a rule among them would never fire. */
function unreadFiles(folder: string, known: readonly string[], where: string): FileError[] {
  const others = listNames(folder).filter(
    (name) => name.endsWith(".json") && !known.includes(name),
  );
  return others.map((name) =>
    errorOfFile(join(folder, name), `nothing reads this file; move it ${where}`),
  );
}

function readFolders(dir: string): { names: string[]; errors: FileError[] } {
  try {
    return { names: listFolders(dir), errors: [] };
  } catch {
    return { names: [], errors: [errorOfFile(dir, "the folder cannot be read; check the path")] };
  }
}
