import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SpecStatus } from "../engine/grammar.js";
import { type Catalog, type Domain, isVersionName, toDomain } from "./catalog.js";
import { compilePackage } from "./compile-package.js";
import { idleBreaks } from "./diff/idle-breaks.js";
import { type FileError, InvalidSpecs } from "./file-error.js";
import { lintPackage, lintScaffold } from "./lint/lint-package.js";
import { type LoadedVersion, versionBefore } from "./loaded-version.js";
import { META_SCHEMAS } from "./meta/index.js";
import { filesOf, type PackageFiles } from "./package-files.js";
import { foldersIn, namesIn, readPackage } from "./read-package.js";
import { compareReleased, deletedVersions, hashFiles, RELEASED_FILE, readReleased, releaseNotes } from "./released.js";
import { readSpecFile, SCHEMA_NAME, type SpecFile } from "./spec-file.js";
import { tryPackage } from "./trial/try-package.js";

/** What the files of rules folders say, before any of it is checked. */
export interface ReadSpecs {
  readonly domains: readonly ReadDomain[];
  /** Of the folders. */
  readonly errors: readonly FileError[];
}

interface ReadDomain {
  readonly id: string;
  readonly folder: string;
  /** Of its folders. */
  readonly names: readonly string[];
  readonly words: SpecFile;
  readonly released: SpecFile | undefined;
  readonly versions: readonly ReadVersion[];
  readonly errors: readonly FileError[];
}

interface ReadVersion {
  readonly folder: string;
  readonly domainId: string;
  readonly version: string;
  readonly files: PackageFiles;
  readonly errors: readonly FileError[];
}

interface LoadedDomain {
  readonly id: string;
  readonly words: { title: string; description: string };
  readonly versions: readonly LoadedVersion[];
  /** Of the domain itself. */
  readonly errors: readonly FileError[];
  readonly reworded: readonly string[];
  readonly releases: Domain["releases"];
}

export interface LoadedSpecs {
  readonly catalog: Catalog;
  readonly versions: readonly LoadedVersion[];
  /** Of the folders and the domains, not of a version. */
  readonly errors: readonly FileError[];
  /** Errors that no draft has alone: with one of these the specs must not be served. */
  readonly fatal: readonly FileError[];
  /** Files of released versions in which words or examples have changed, and nothing that decides. */
  readonly reworded: readonly string[];
}

/** Loads every spec package of the rules folders, or throws `InvalidSpecs` with every error of every file. */
export async function loadSpecs(dirs: string | readonly string[]): Promise<Catalog> {
  const { catalog, versions, fatal } = await openSpecs(dirs);
  const drafts = versions.filter(({ status }) => status === "draft").flatMap(({ errors }) => errors);
  if (fatal.length + drafts.length > 0) throw new InvalidSpecs([...fatal, ...drafts]);
  return catalog;
}

/**
 * The same, but a draft with errors is left out of the catalog: it must not keep other versions from being served.
 * `wanted` is a domain, or a version of one as `domain/v1`: nothing else is loaded.
 */
export function openSpecs(dirs: string | readonly string[], wanted?: string): Promise<LoadedSpecs> {
  return checkRead(readSpecs([dirs].flat(), wanted));
}

/** Reads all files at once. Checking them takes a second, in which they may change. */
export function readSpecs(dirs: readonly string[], wanted?: string): ReadSpecs {
  const [wantedDomain, wantedVersion] = wanted?.split("/") ?? [];
  const domains: ReadDomain[] = [];
  const errors: FileError[] = [];
  const complain = (file: string, detail: string) => errors.push({ file, pointer: "", detail });
  for (const dir of dirs) {
    const { names, errors: unreadable } = readFolders(dir);
    errors.push(...unreadable, ...strayFiles(dir, Object.keys(META_SCHEMAS), "into the folder of a domain"));
    if (unreadable.length === 0 && names.length === 0) complain(dir, "there is no domain folder here; add one");
    for (const id of names) {
      if (wantedDomain !== undefined && id !== wantedDomain) continue;
      const other = domains.find((domain) => domain.id === id);
      if (other === undefined) domains.push(readDomain(dir, id, wantedVersion));
      else complain(join(dir, id), `the domain "${id}" is in two folders; remove one`);
    }
  }
  return { domains, errors };
}

export async function checkRead({ domains, errors }: ReadSpecs): Promise<LoadedSpecs> {
  const loaded: LoadedDomain[] = [];
  for (const domain of domains) loaded.push(await checkDomain(domain));
  const versions = loaded.flatMap((domain) => domain.versions);
  const around = [...errors, ...loaded.flatMap((domain) => domain.errors)];
  const released = versions.filter(({ status }) => status !== "draft");
  const fatal = [...around, ...released.flatMap((version) => version.errors)];
  const catalog = new Map(loaded.map((domain) => [domain.id, domainOf(domain)]));
  return { catalog, versions, errors: around, fatal, reworded: loaded.flatMap(({ reworded }) => reworded) };
}

function domainOf({ id, words, versions, releases }: LoadedDomain): Domain {
  return toDomain(
    id,
    words,
    versions.flatMap(({ spec }) => spec ?? []),
    releases,
  );
}

function readDomain(dir: string, id: string, wanted: string | undefined): ReadDomain {
  const folder = join(dir, id);
  const errors: FileError[] = [];
  const complain = (file: string, detail: string) => errors.push({ file, pointer: "", detail });
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 64)
    complain(folder, "folders of domains are named in kebab-case, with at most 64 characters; rename it");
  const words = readSpecFile(join(folder, "domain.json"), "domain.schema.json");
  errors.push(...words.errors, ...strayFiles(folder, ["domain.json", RELEASED_FILE], "into the folder of a version"));
  const { names, errors: unreadable } = readFolders(folder);
  errors.push(...unreadable);
  if (names.length === 0 && unreadable.length === 0) complain(folder, "the domain has no version; add a folder v1");
  const versions: ReadVersion[] = [];
  for (const name of names) {
    if (wanted !== undefined && name !== wanted) continue;
    const isNamed = isVersionName(name);
    if (!isNamed) complain(join(folder, name), "folders of versions are named v1, v2 and so on; rename it");
    // What is not named like a version may still be meant as one.
    if (isNamed || existsSync(join(folder, name, "spec.json"))) versions.push(readVersion(folder, id, name));
  }
  return { id, folder, names, words, released: readReleased(folder), versions, errors };
}

async function checkDomain({ id, folder, names, words, released, ...read }: ReadDomain): Promise<LoadedDomain> {
  const errors = [...read.errors];
  const versions: LoadedVersion[] = [];
  for (const version of read.versions) versions.push(await checkVersion(version));
  if (versions.some(({ status }) => status === "released"))
    errors.push(...[...lintScaffold(words.value)].map((found) => words.error(found)));
  const compared = released && compareReleased(folder, released, versions);
  if (released !== undefined) errors.push(...released.errors, ...deletedVersions(released, names));
  errors.push(...(compared?.errors ?? []));
  const reworded = compared?.reworded ?? [];
  const releases = releaseNotes(released);
  return {
    id,
    words: words.sound() ?? { title: id, description: "" },
    versions: versions.map((version, at) => withIdleBreaks(version, versions, read.versions[at] as ReadVersion)),
    errors,
    reworded,
    releases,
  };
}

/** A draft that announces what it does not change has an error; a released one stays as it is. */
function withIdleBreaks(
  loaded: LoadedVersion,
  versions: readonly LoadedVersion[],
  { files }: ReadVersion,
): LoadedVersion {
  const { version, status, spec } = loaded;
  const before = versionBefore(version, versions)?.spec;
  if (status !== "draft" || spec === undefined || before === undefined) return loaded;
  const found = idleBreaks(before.source, spec.source);
  if (found.length === 0) return loaded;
  return { ...loaded, spec: undefined, errors: found.map((one) => files.spec.error(one)) };
}

const BASIS = /^\/(data|declarations|normalize)(\/|$)/;

export function loadVersion(domain: string, domainId: string, version: string): Promise<LoadedVersion> {
  return checkVersion(readVersion(domain, domainId, version));
}

function readVersion(domain: string, domainId: string, version: string): ReadVersion {
  const folder = join(domain, version);
  return { folder, domainId, version, ...readPackage(folder) };
}

const MOST_CHECKED = 8;
/** By their content: after a change, the versions that did not change need not be checked again. */
const checked = new Map<string, Promise<LoadedVersion>>();

function checkVersion(read: ReadVersion): Promise<LoadedVersion> {
  const { domainId, version, files, errors } = read;
  const sources = filesOf(files).map(({ path, text, value }) => [path, text, value]);
  const content = JSON.stringify([domainId, version, sources, errors]);
  const known = checked.get(content) ?? compileAndTry(read);
  // What was used last is kept longest.
  checked.delete(content);
  checked.set(content, known);
  for (const oldest of checked.keys()) if (checked.size > MOST_CHECKED) checked.delete(oldest);
  return known;
}

/** Each stage gives what it made and what is wrong with it. */
async function compileAndTry({
  folder,
  domainId,
  version,
  files,
  errors: unread,
}: ReadVersion): Promise<LoadedVersion> {
  const { spec, errors: uncompiled } = compilePackage(domainId, version, files);
  const found = [...unread, ...uncompiled];
  const isComplete = found.every(({ pointer }) => pointer === SCHEMA_NAME);
  const lint = isComplete ? lintPackage(spec, files) : [];
  // What every rule builds on must be sound, or examples would fail for that reason alone.
  const isBasisSound =
    files.spec.sound("/data") !== undefined &&
    !found.some(({ file, pointer }) => file === files.spec.path && BASIS.test(pointer));
  const failures = isBasisSound ? await tryPackage(spec, files, isComplete, [...found, ...lint]) : [];
  const errors = [...found, ...lint, ...failures];
  return {
    folder,
    domainId,
    version,
    status: files.spec.sound<SpecStatus>("/status"),
    spec: errors.length === 0 ? spec : undefined,
    files: hashFiles(folder, files),
    errors,
  };
}

/** A rule that lies here would never fire. */
function strayFiles(folder: string, known: readonly string[], where: string): FileError[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(".json") && !known.includes(name))
    .map((name) => ({ file: join(folder, name), pointer: "", detail: `nobody reads this file; move it ${where}` }));
}

function readFolders(dir: string): { names: string[]; errors: FileError[] } {
  try {
    return { names: foldersIn(dir), errors: [] };
  } catch {
    return { names: [], errors: [{ file: dir, pointer: "", detail: "the folder cannot be read; check the path" }] };
  }
}
