import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type CompiledSpec, compileLater } from "../engine/compile-spec.js";
import type { SpecSource, SpecStatus } from "../engine/grammar.js";
import { isWithin } from "../json/patch.js";
import { sha256 } from "../json/sha256.js";
import { quote } from "../text/quote.js";
import { type Catalog, type Domain, isVersionName, toDomain } from "./catalog.js";
import { compilePackage, toSource } from "./compile-package.js";
import { changesBetween } from "./diff/changes.js";
import type { Found } from "./file-error.js";
import { type FileError, InvalidSpecs } from "./file-error.js";
import { lintLetters } from "./lint/lint-letters.js";
import { lintPackage, lintScaffold } from "./lint/lint-package.js";
import { lintSpec } from "./lint/lint-spec.js";
import { PackageView } from "./lint/package-view.js";
import { type LoadedVersion, numberOf, versionBefore } from "./loaded-version.js";
import { META_SCHEMAS } from "./meta/index.js";
import { foldersIn, namesIn, readPackage } from "./read-package.js";
import {
  compareReleased,
  deletedVersions,
  differingFiles,
  hashFiles,
  RELEASED_FILE,
  type ReleaseRecord,
  type ReleaseRecords,
  readReleased,
  releaseNotes,
} from "./released.js";
import { filesOf, type PackageFiles, readSpecFile, SCHEMA_NAME, type SpecFile } from "./spec-file.js";
import { tryPackage } from "./trial/try-package.js";

/** The content of rules folders, before any of it is checked. */
export interface ReadSpecs {
  /** All domains, also those that were not read because they have not changed. */
  readonly ids: readonly string[];
  readonly domains: readonly ReadDomain[];
  /** Errors of the folders themselves. */
  readonly errors: readonly FileError[];
}

interface ReadDomain {
  readonly id: string;
  readonly folder: string;
  /** The names of its folders. */
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
  readonly bases: readonly string[];
  readonly errors: readonly FileError[];
}

interface LoadedDomain {
  readonly id: string;
  readonly words: { title: string; description: string };
  readonly versions: readonly LoadedVersion[];
  /** Errors of the domain itself. */
  readonly errors: readonly FileError[];
  readonly reworded: readonly string[];
  readonly releases: Domain["releases"];
  readonly inheritsFrom: readonly string[];
}

export interface LoadedSpecs {
  readonly catalog: Catalog;
  readonly versions: readonly LoadedVersion[];
  /** Errors of folders and domains, not of a version. */
  readonly errors: readonly FileError[];
  /** Errors that no draft has alone: with one of these the specs must not be served. */
  readonly fatal: readonly FileError[];
  /** Files of released versions in which words or examples have changed, and nothing that decides. */
  readonly reworded: readonly string[];
}

/** Loads every spec package of the rules folders, or throws `InvalidSpecs` with every error of every file. */
export async function loadSpecs(dirs: string | readonly string[]): Promise<Catalog> {
  const loaded = await openSpecs(dirs, undefined, true);
  const errors = allErrors(loaded);
  if (errors.length > 0) throw new InvalidSpecs(errors);
  return loaded.catalog;
}

/** The errors of folders and domains, then those of every version. */
export function allErrors({ errors, versions }: Pick<LoadedSpecs, "errors" | "versions">): FileError[] {
  return [...errors, ...versions.flatMap((version) => version.errors)];
}

/**
 * The same, but a draft with errors is left out of the catalog: it must not keep other versions from being served.
 * `wanted` is a domain, or a version of one as `domain/v1`: nothing else is loaded. `trusting` is whether versions that
 * are as they were released need not be checked again.
 */
export function openSpecs(dirs: string | readonly string[], wanted?: string, trusting = false): Promise<LoadedSpecs> {
  return checkRead(readSpecs([dirs].flat(), { wanted }), trusting);
}

/**
 * Reads all files at once, except those of domains that have not changed. Checking them takes a second, in which they
 * may change.
 */
export function readSpecs(
  dirs: readonly string[],
  {
    wanted,
    isUnchanged = () => false,
  }: { wanted?: string | undefined; isUnchanged?: (folder: string) => boolean } = {},
): ReadSpecs {
  const [wantedDomain, wantedVersion] = wanted?.split("/") ?? [];
  const ids: string[] = [];
  const domains: ReadDomain[] = [];
  const errors: FileError[] = [];
  const complain = (file: string, detail: string) => errors.push({ file, pointer: "", detail });
  for (const dir of dirs) {
    const { names, errors: unreadable } = readFolders(dir);
    errors.push(...unreadable, ...strayFiles(dir, Object.keys(META_SCHEMAS), "into the folder of a domain"));
    if (unreadable.length === 0 && names.length === 0) complain(dir, "there is no domain folder here; add one");
    for (const id of names) {
      if (wantedDomain !== undefined && id !== wantedDomain) continue;
      if (ids.includes(id)) {
        complain(join(dir, id), `the domain "${id}" is in two folders; remove one`);
        continue;
      }
      ids.push(id);
      if (!isUnchanged(join(dir, id))) domains.push(readDomain(dir, id, wantedVersion));
    }
  }
  return { ids, domains, errors };
}

export async function checkRead({ domains, errors }: ReadSpecs, trusting: boolean): Promise<LoadedSpecs> {
  const loaded: LoadedDomain[] = [];
  for (const domain of domains) loaded.push(await checkDomain(domain, trusting));
  const versions = loaded.flatMap((domain) => domain.versions);
  const around = [...errors, ...loaded.flatMap((domain) => domain.errors)];
  const fatal = allErrors({ errors: around, versions: versions.filter(({ status }) => status !== "draft") });
  const catalog = new Map(loaded.map((domain) => [domain.id, domainOf(domain)]));
  return { catalog, versions, errors: around, fatal, reworded: loaded.flatMap(({ reworded }) => reworded) };
}

function domainOf({ id, words, versions, ...rest }: LoadedDomain): Domain {
  return toDomain(
    id,
    words,
    versions.flatMap(({ spec }) => spec ?? []),
    rest,
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
    // A folder with another name may still be meant as a version.
    if (isNamed || existsSync(join(folder, name, "spec.json"))) versions.push(readVersion(folder, id, name));
  }
  return { id, folder, names, words, released: readReleased(folder), versions, errors };
}

async function checkDomain(
  { id, folder, names, words, released, ...read }: ReadDomain,
  trusting: boolean,
): Promise<LoadedDomain> {
  const errors = [...read.errors];
  const versions: LoadedVersion[] = [];
  const records = (trusting && released?.sound<ReleaseRecords>("/versions")) || {};
  const current = read.versions
    .filter(({ files }) => files.spec.sound("/status") === "released")
    .reduce<ReadVersion | undefined>((high, one) => (high && numberOf(high) > numberOf(one) ? high : one), undefined);
  for (const version of read.versions) {
    const record = Object.hasOwn(records, version.version) ? records[version.version] : undefined;
    versions.push((record && asReleased(version, record, version === current)) ?? (await checkVersion(version)));
  }
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
    versions: versions.map((version) => withIdleBreaks(version, versions)),
    errors,
    reworded,
    releases,
    inheritsFrom: [...new Set(read.versions.flatMap(({ bases }) => bases.map((base) => dirname(base))))].filter(
      (other) => other !== resolve(folder),
    ),
  };
}

/**
 * A version that decides as it was released, and of which no rule, example or shape has changed since: it was checked
 * then, and its examples need not run again. Undefined for any other.
 */
function asReleased(read: ReadVersion, record: ReleaseRecord, isCurrent: boolean): LoadedVersion | undefined {
  const { folder, domainId, version, files } = read;
  if (read.errors.length > 0) return undefined;
  const hashes = hashFiles(folder, files);
  const differing = differingFiles(record.files, hashes);
  if (differing.some((file) => file !== "spec.json")) return undefined;
  const spec = compileLater(toSource(domainId, version, files));
  const { status, deprecatedOn, retiresOn } = spec.source.spec;
  if (spec.digest !== record.digest) return undefined;
  // The hashes leave out dates, which `rules retire` writes.
  const mayHaveErrors = differing.length > 0 || deprecatedOn !== undefined || retiresOn !== undefined;
  if (mayHaveErrors && !isSpecSound(spec.source, files.spec)) return undefined;
  if (isCurrent && !canBeCompiled(spec)) return undefined;
  return { folder, domainId, version, status, spec, sources: files, bases: read.bases, files: hashes, errors: [] };
}

function isSpecSound(source: SpecSource, { value }: SpecFile): boolean {
  return [...lintSpec(source, new PackageView(source)), ...lintScaffold(value), ...lintLetters(value)].length === 0;
}

/** False for a version that an older assay released and this one refuses. Its errors are found by checking it. */
function canBeCompiled(spec: CompiledSpec): boolean {
  try {
    // Reading a compiled part compiles all of them.
    return spec.rules.length > 0;
  } catch {
    return false;
  }
}

/** A draft that announces what it does not change has an error; a released one stays as it is. */
function withIdleBreaks(loaded: LoadedVersion, versions: readonly LoadedVersion[]): LoadedVersion {
  const { version, status, spec, sources } = loaded;
  const before = versionBefore(version, versions)?.spec;
  if (status !== "draft" || spec === undefined || before === undefined) return loaded;
  const found = idleBreaks(before.source, spec.source);
  if (found.length === 0) return loaded;
  return { ...loaded, spec: undefined, errors: found.map((one) => sources.spec.error(one)) };
}

const BASIS = /^\/(data|declarations|normalize)(\/|$)/;

export function loadVersion(domain: string, domainId: string, version: string): Promise<LoadedVersion> {
  return checkVersion(readVersion(domain, domainId, version));
}

function readVersion(domain: string, domainId: string, version: string): ReadVersion {
  const folder = join(domain, version);
  return { folder, domainId, version, ...readPackage(folder) };
}

const MAX_CHECKED_VERSIONS = 8;
/** By their content: after a change, the versions that did not change need not be checked again. */
const checked = new Map<string, Promise<LoadedVersion>>();

function checkVersion(read: ReadVersion): Promise<LoadedVersion> {
  const { domainId, version, files, errors } = read;
  const sources = filesOf(files).map(({ path, text, value }) => [path, text, value]);
  const content = sha256(JSON.stringify([domainId, version, sources, errors]));
  const known = checked.get(content) ?? compileAndTry(read);
  // The entry that was used last is kept longest.
  checked.delete(content);
  checked.set(content, known);
  for (const oldest of checked.keys()) if (checked.size > MAX_CHECKED_VERSIONS) checked.delete(oldest);
  return known;
}

/** Each stage gives what it made and what is wrong with it. */
async function compileAndTry({
  folder,
  domainId,
  version,
  files,
  bases,
  errors: unread,
}: ReadVersion): Promise<LoadedVersion> {
  const { spec, errors: uncompiled } = compilePackage(domainId, version, files);
  const found = [...unread, ...uncompiled];
  const isComplete = found.every(({ pointer }) => pointer === SCHEMA_NAME);
  const lint = isComplete ? lintPackage(spec, files) : [];
  // If data or declarations have errors, examples would fail for that reason alone.
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
    sources: files,
    bases,
    files: hashFiles(folder, files),
    errors,
  };
}

/** A rule that lies here would never fire. */
function strayFiles(folder: string, known: readonly string[], where: string): FileError[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(".json") && !known.includes(name))
    .map((name) => ({ file: join(folder, name), pointer: "", detail: `nothing reads this file; move it ${where}` }));
}

function readFolders(dir: string): { names: string[]; errors: FileError[] } {
  try {
    return { names: foldersIn(dir), errors: [] };
  } catch {
    return { names: [], errors: [{ file: dir, pointer: "", detail: "the folder cannot be read; check the path" }] };
  }
}

/** Entries of `breaks` at which nothing has changed since the version before. */
function idleBreaks(before: SpecSource, after: SpecSource): Found[] {
  const { breaks = [] } = after.spec;
  if (breaks.length === 0) return [];
  const changes = changesBetween(before, after).filter(({ decides }) => decides);
  return breaks.flatMap((known, at): Found[] => {
    if (changes.some(({ pointer }) => isWithin(pointer, known))) return [];
    const names = [...new Set(changes.map(({ pointer }) => pointer))].slice(0, 5).join(", ");
    const hint = names === "" ? "nothing that decides has changed" : `what has changed: ${names}`;
    const detail = `nothing has changed at ${quote(known)} since ${before.version}; remove it (${hint})`;
    return [{ pointer: `/breaks/${at}`, detail }];
  });
}
