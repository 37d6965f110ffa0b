import { dirname, resolve } from "node:path";
import type { SpecSource } from "../engine/grammar.js";
import { type FileError, type Flaw, InvalidSpecs } from "../ground/files/file-error.js";
import { isWithin } from "../ground/json/pointer.js";
import { quote } from "../ground/text/quote.js";
import { changesBetween } from "../workshop/diff/changes.js";
import { lintScaffold } from "../workshop/lint/lint-package.js";
import { type Catalog, type Domain, toDomain } from "./catalog.js";
import { asReleased, checkVersion } from "./check-version.js";
import { toSource } from "./compile-package.js";
import { byVersion, isVersionName, versionBefore } from "./names.js";
import { isDraft, type LoadedVersion, type ReadDomain, type ReadSpecs, readSpecs, readVersion } from "./read-specs.js";
import { compareReleased, recordsIn, releaseNotes } from "./release-records.js";

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
  const { id, description, released } = read;
  const versions = await checkVersions(read, trustsReleased);
  const isReleased = versions.some(({ status }) => status === "released");
  const unfinished = isReleased ? [...lintScaffold(description.value)].map((flaw) => description.error(flaw)) : [];
  const compared = compareReleased(read, versions);
  const checked = versions.map((version) => withIdleBreaks(version, versions, read));
  const domain = toDomain(
    id,
    description.sound() ?? { title: id, description: "" },
    checked.flatMap(({ spec }) => spec ?? []),
    { releases: releaseNotes(released), inheritsFrom: inheritedDomains(read) },
  );
  const errors = [...read.errors, ...unfinished, ...compared.errors];
  return { domain, versions: checked, errors, reworded: compared.reworded };
}

async function checkVersions({ versions, released }: ReadDomain, trustsReleased: boolean): Promise<LoadedVersion[]> {
  const records = recordsIn(trustsReleased ? released : undefined);
  const current = versions
    .filter(({ files }) => files.spec.sound("/status") === "released")
    .toSorted(byVersion)
    .at(-1);
  const loaded: LoadedVersion[] = [];
  for (const read of versions) {
    const record = records.get(read.version);
    loaded.push((record && asReleased(read, record, read === current)) ?? (await checkVersion(read)));
  }
  return loaded;
}

/** The folders of other domains from which versions inherit. */
function inheritedDomains({ folder, versions }: ReadDomain): string[] {
  const domains = new Set(versions.flatMap(({ bases }) => bases.map((base) => dirname(base))));
  return [...domains].filter((other) => other !== resolve(folder));
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
