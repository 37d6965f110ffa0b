import type { SpecSource } from "../engine/grammar.js";
import { type FileError, type Flaw, InvalidSpecs } from "../ground/files/file-error.js";
import { isWithin } from "../ground/json/pointer.js";
import { quote } from "../ground/text/quote.js";
import type { Catalog, Domain } from "../specs/catalog.js";
import { changesBetween } from "../specs/changes.js";
import { isVersionName, versionBefore } from "../specs/names.js";
import { makeDomain, trustedVersions } from "../specs/open-released.js";
import {
  isDraft,
  type LoadedVersion,
  type ReadDomain,
  type ReadSpecs,
  readSpecs,
  readVersion,
} from "../specs/read-specs.js";
import { compareReleased } from "../specs/release-records.js";
import { toSource } from "../specs/to-source.js";
import { lintScaffold } from "../specs/unfinished-texts.js";
import { checkVersion } from "./check-version.js";

export interface LoadedSpecs {
  readonly catalog: Catalog;
  readonly versions: readonly LoadedVersion[];
  /** Errors of folders and domains, not of a version. */
  readonly errors: readonly FileError[];
  /** Files of released versions in which words or examples have changed, and nothing that decides. */
  readonly reworded: readonly string[];
}

type LoadedDomain = Omit<LoadedSpecs, "catalog"> & { readonly domain: Domain };

/** Loads every spec package of the rules folders, or throws `InvalidSpecs` with every error of every file. */
export async function loadSpecs(dirs: string | readonly string[]): Promise<Catalog> {
  const loaded = await openSpecs(dirs, { trustsReleased: true });
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
  /** Whether versions that are as they were released need not be checked again. */
  readonly trustsReleased?: boolean;
}

/** Like loadSpecs(), but a version with errors is only left out of the catalog. */
export function openSpecs(
  dirs: string | readonly string[],
  { wanted, trustsReleased = false }: OpenOptions = {},
): Promise<LoadedSpecs> {
  return checkSpecs(readSpecs([dirs].flat(), { wanted }), trustsReleased);
}

/** Checks all rules that were read. */
export async function checkSpecs({ domains, errors }: ReadSpecs, trustsReleased: boolean): Promise<LoadedSpecs> {
  const loaded: LoadedDomain[] = [];
  for (const domain of domains) loaded.push(await checkDomain(domain, trustsReleased));
  return {
    catalog: new Map(loaded.map(({ domain }) => [domain.id, domain])),
    versions: loaded.flatMap(({ versions }) => versions),
    errors: [...errors, ...loaded.flatMap((domain) => domain.errors)],
    reworded: loaded.flatMap(({ reworded }) => reworded),
  };
}

async function checkDomain(read: ReadDomain, trustsReleased: boolean): Promise<LoadedDomain> {
  const { description } = read;
  const versions = await checkVersions(read, trustsReleased);
  const isReleased = versions.some(({ status }) => status === "released");
  const unfinished = isReleased ? [...lintScaffold(description.value)].map((flaw) => description.error(flaw)) : [];
  const compared = compareReleased(read, versions);
  const checked = versions.map((version) => withIdleBreaks(version, versions, read));
  const domain = makeDomain(
    read,
    checked.flatMap(({ spec }) => spec ?? []),
  );
  const errors = [...read.errors, ...unfinished, ...compared.errors];
  return { domain, versions: checked, errors, reworded: compared.reworded };
}

async function checkVersions(read: ReadDomain, trustsReleased: boolean): Promise<LoadedVersion[]> {
  const trusted = trustsReleased ? trustedVersions(read) : new Map<string, LoadedVersion>();
  const loaded: LoadedVersion[] = [];
  for (const version of read.versions) loaded.push(trusted.get(version.version) ?? (await checkVersion(version)));
  return loaded;
}

/** A draft with an error for each entry of `breaks` that names no change; any other version as it is. */
function withIdleBreaks(
  loaded: LoadedVersion,
  versions: readonly LoadedVersion[],
  { id, folder, names }: ReadDomain,
): LoadedVersion {
  const { version, status, spec, files } = loaded;
  if (status !== "draft" || spec?.source.settings.breaks === undefined) return loaded;
  // If one version is wanted, the others have not been read.
  const allVersions = names
    .filter(isVersionName)
    .map((name) => versions.find((known) => known.version === name) ?? readVersion(folder, id, name));
  const before = versionBefore(version, allVersions, isDraft);
  if (before === undefined || before.errors.length > 0) return loaded;
  const flaws = idleBreaks(toSource(id, before.version, before.files), spec.source);
  if (flaws.length === 0) return loaded;
  return { ...loaded, spec: undefined, errors: flaws.map((flaw) => files.spec.error(flaw)) };
}

/** Entries of `breaks` at which nothing has changed since the version before. */
function idleBreaks(before: SpecSource, after: SpecSource): Flaw[] {
  const changed = changesBetween(before, after).flatMap(({ decides, pointer }) => (decides ? pointer : []));
  const names = [...new Set(changed)].slice(0, 5).join(", ");
  const hint = names === "" ? "nothing that decides has changed" : `what has changed: ${names}`;
  return (after.settings.breaks ?? []).flatMap((announced, index): Flaw[] => {
    const detail = `nothing has changed at ${quote(announced)} since ${before.version}; remove it (${hint})`;
    const isIdle = !changed.some((pointer) => isWithin(pointer, announced));
    return isIdle ? [{ pointer: `/breaks/${index}`, detail }] : [];
  });
}
