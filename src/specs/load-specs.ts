import { dirname, resolve } from "node:path";
import type { SpecSource, SpecStatus } from "../engine/grammar.js";
import { isDay } from "../engine/order.js";
import { type FileError, type Flaw, InvalidSpecs } from "../ground/files/file-error.js";
import { type Catalog, type Domain, toDomain } from "./catalog.js";
import { compilePackage } from "./compile-package.js";
import {
  type LoadedVersion,
  type ReadDomain,
  type ReadSpecs,
  type ReadVersion,
  readSpecs,
} from "./read-specs.js";
import { compareReleased, hashFiles, readRecords, releaseNotes } from "./release-records.js";
import { lintScaffold } from "./unfinished-texts.js";

export interface LoadedSpecs {
  readonly catalog: Catalog;
  readonly versions: readonly LoadedVersion[];
  /** Not of a version. */
  readonly errors: readonly FileError[];
  /** Files of released versions in which words or examples have changed. */
  readonly reworded: readonly string[];
}

type LoadedDomain = Omit<LoadedSpecs, "catalog"> & { readonly domain: Domain };

/** Compiles a version or, for maintainers, tests it as well. `released` is its digest on record. */
export type LoadVersion = (
  read: ReadVersion,
  released?: string,
) => LoadedVersion | Promise<LoadedVersion>;

/** Throws `InvalidSpecs` with every error of every file. */
export async function loadSpecs(dirs: string | readonly string[]): Promise<Catalog> {
  const loaded = await openSpecs(dirs);
  const errors = allErrors(loaded);
  if (errors.length > 0) throw new InvalidSpecs(errors);
  return loaded.catalog;
}

/** The errors of folders and domains, then those of every version. */
export function allErrors({ errors, versions }: LoadedSpecs): FileError[] {
  return [...errors, ...versions.flatMap((version) => version.errors)];
}

interface OpenOptions {
  /** A domain, or a version of one as `domain/v1`: nothing else is loaded. */
  readonly wanted?: string | undefined;
  readonly loadVersion?: LoadVersion;
}

/** Like loadSpecs(), but a version with errors is only left out of the catalog. */
export function openSpecs(
  dirs: string | readonly string[],
  { wanted, loadVersion = compileVersion }: OpenOptions = {},
): Promise<LoadedSpecs> {
  return loadRead(readSpecs([dirs].flat(), { wanted }), loadVersion);
}

/** What compiles is served; whether it is right, its maintainer has tested. */
export async function loadRead(
  { domains, errors }: ReadSpecs,
  loadVersion: LoadVersion = compileVersion,
): Promise<LoadedSpecs> {
  const loaded: LoadedDomain[] = [];
  for (const domain of domains) loaded.push(await loadDomain(domain, loadVersion));
  return {
    catalog: new Map(loaded.map(({ domain }) => [domain.id, domain])),
    versions: loaded.flatMap(({ versions }) => versions),
    errors: [...errors, ...loaded.flatMap((domain) => domain.errors)],
    reworded: loaded.flatMap(({ reworded }) => reworded),
  };
}

export function compileVersion(read: ReadVersion, released?: string): LoadedVersion {
  const { folder, domainId, version, files } = read;
  const { spec, errors: uncompiled } = compilePackage(domainId, version, files, released);
  const { settings } = spec.source;
  const dates =
    settings === undefined ? [] : [...dateFlaws(settings)].map((flaw) => files.spec.error(flaw));
  const errors = [...read.errors, ...uncompiled, ...dates];
  const status = files.spec.sound<SpecStatus>("/status");
  return {
    ...read,
    status,
    spec: errors.length === 0 ? spec : undefined,
    hashes: hashFiles(folder, files),
    errors,
  };
}

async function loadDomain(read: ReadDomain, loadVersion: LoadVersion): Promise<LoadedDomain> {
  const { id, description, released, errors } = read;
  const versions: LoadedVersion[] = [];
  const records = readRecords(released);
  for (const version of read.versions)
    versions.push(await loadVersion(version, records.get(version.version)?.digest));
  const isReleased = versions.some(({ status }) => status === "released");
  const unfinished = isReleased
    ? [...lintScaffold(description.value)].map((flaw) => description.error(flaw))
    : [];
  const compared = compareReleased(read, versions);
  const words = description.sound<{ title: string; description: string }>() ?? {
    title: id,
    description: "",
  };
  const specs = versions.flatMap(({ spec }) => spec ?? []);
  const domain = toDomain(id, words, specs, {
    releases: releaseNotes(released),
    inheritsFrom: inheritedDomains(read),
  });
  return {
    domain,
    versions,
    errors: [...errors, ...unfinished, ...compared.errors],
    reworded: compared.reworded,
  };
}

/** The folders of other domains from which versions inherit. */
function inheritedDomains({ folder, versions }: ReadDomain): string[] {
  const domains = new Set(versions.flatMap(({ bases }) => bases.map((base) => dirname(base))));
  return [...domains].filter((other) => other !== resolve(folder));
}

function* dateFlaws({ status, deprecatedOn, retiresOn }: SpecSource["settings"]): Generator<Flaw> {
  for (const [key, date] of Object.entries({ deprecatedOn, retiresOn }))
    if (date !== undefined && !isDay(date))
      yield { pointer: `/${key}`, detail: `"${date}" is not a date; correct it` };
    else if (date !== undefined && status === "draft")
      yield { pointer: `/${key}`, detail: "a draft cannot be deprecated or retired; remove it" };
  if (deprecatedOn !== undefined && retiresOn !== undefined && retiresOn < deprecatedOn)
    yield { pointer: "/retiresOn", detail: "is before deprecatedOn; correct one of them" };
}
