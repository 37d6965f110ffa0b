import { dirname, resolve } from "node:path";
import type { SpecSource, SpecStatus } from "../engine/grammar.js";
import { isDay } from "../engine/order.js";
import { type FileError, type Flaw, InvalidSpecs } from "../ground/files/file-error.js";
import { type Catalog, type Domain, toDomain } from "./catalog.js";
import { compilePackage } from "./compile-package.js";
import {
  type LoadedVersion,
  type RawDomain,
  type RawSpecs,
  type RawVersion,
  type ReadOptions,
  readSpecs,
} from "./read-specs.js";
import {
  compareWithReleases,
  hashFiles,
  readRecords,
  readReleaseNotes,
} from "./release-records.js";
import { findUnfinishedTexts } from "./unfinished-texts.js";

export interface LoadedSpecs {
  readonly catalog: Catalog;
  readonly versions: readonly LoadedVersion[];
  /** Errors of folders, of domain.json and of released.json. */
  readonly errors: readonly FileError[];
  /** Files of released versions in which texts or examples have changed, which is allowed. */
  readonly reworded: readonly string[];
}

/** Compiles a version; for maintainers, also lints and tests it. `released` is its digest on record. */
export type LoadVersion = (
  raw: RawVersion,
  released?: string,
) => LoadedVersion | Promise<LoadedVersion>;

/** Throws `InvalidSpecs` with every error of every file. */
export async function loadSpecs(dirs: string | readonly string[]): Promise<Catalog> {
  const loaded = await tryLoadSpecs(dirs);
  const errors = listErrors(loaded);
  if (errors.length > 0) throw new InvalidSpecs(errors);
  return loaded.catalog;
}

/** The errors of folders and domains, then those of every version. */
export function listErrors({ errors, versions }: LoadedSpecs): FileError[] {
  return [...errors, ...versions.flatMap((version) => version.errors)];
}

interface LoadOptions extends ReadOptions {
  readonly loadVersion?: LoadVersion;
}

/** Like loadSpecs(), but returns the errors, and leaves versions with errors out of the catalog. */
export function tryLoadSpecs(
  dirs: string | readonly string[],
  { wanted, loadVersion = compileVersion }: LoadOptions = {},
): Promise<LoadedSpecs> {
  return loadRawSpecs(readSpecs([dirs].flat(), { wanted }), loadVersion);
}

/** Compiles every version. By default, lint and examples are left to `rules check`. */
export async function loadRawSpecs(
  raw: RawSpecs,
  loadVersion: LoadVersion = compileVersion,
): Promise<LoadedSpecs> {
  const catalog = new Map<string, Domain>();
  const versions: LoadedVersion[] = [];
  const errors = [...raw.errors];
  const reworded: string[] = [];
  for (const rawDomain of raw.domains) {
    const loaded = await loadDomain(rawDomain, loadVersion);
    catalog.set(loaded.domain.id, loaded.domain);
    versions.push(...loaded.versions);
    errors.push(...loaded.errors);
    reworded.push(...loaded.reworded);
  }
  return { catalog, versions, errors, reworded };
}

export function compileVersion(raw: RawVersion, released?: string): LoadedVersion {
  const { folder, domainId, version, files } = raw;
  const { spec, errors: compileErrors } = compilePackage(domainId, version, files, released);
  const errors = [...raw.errors, ...compileErrors];
  for (const flaw of findDateFlaws(spec.source.settings)) errors.push(files.spec.error(flaw));
  return {
    ...raw,
    status: files.spec.validValue<SpecStatus>("/status"),
    spec: errors.length === 0 ? spec : undefined,
    hashes: hashFiles(folder, files),
    errors,
  };
}

async function loadDomain(raw: RawDomain, loadVersion: LoadVersion) {
  const { id, description, released } = raw;
  const versions: LoadedVersion[] = [];
  const records = readRecords(released);
  for (const version of raw.versions)
    versions.push(await loadVersion(version, records.get(version.version)?.digest));
  const errors = [...raw.errors];
  if (versions.some(({ status }) => status === "released"))
    for (const flaw of findUnfinishedTexts(description.value)) errors.push(description.error(flaw));
  const compared = compareWithReleases(raw, versions);
  errors.push(...compared.errors);
  const texts = description.validValue<{ title: string; description: string }>();
  const domain = toDomain(
    id,
    texts ?? { title: id, description: "" },
    versions.flatMap(({ spec }) => spec ?? []),
    { releases: readReleaseNotes(released), inheritsFrom: listBaseDomains(raw) },
  );
  return { domain, versions, errors, reworded: compared.reworded };
}

function listBaseDomains({ folder, versions }: RawDomain): string[] {
  const domains = new Set(versions.flatMap(({ bases }) => bases.map((base) => dirname(base))));
  domains.delete(resolve(folder));
  return [...domains];
}

function* findDateFlaws({
  status,
  deprecatedOn,
  retiresOn,
}: SpecSource["settings"]): Generator<Flaw> {
  for (const [key, date] of Object.entries({ deprecatedOn, retiresOn }))
    if (date !== undefined && !isDay(date))
      yield { pointer: `/${key}`, detail: `"${date}" is not a date; correct it` };
    else if (date !== undefined && status === "draft")
      yield { pointer: `/${key}`, detail: "a draft cannot be deprecated or retired; remove it" };
  if (deprecatedOn !== undefined && retiresOn !== undefined && retiresOn < deprecatedOn)
    yield { pointer: "/retiresOn", detail: "is before deprecatedOn; correct one of them" };
}
