import { dirname, resolve } from "node:path";
import { type CompiledSpec, compileLater } from "../engine/compile-spec.js";
import type { SpecSource } from "../engine/grammar.js";
import { isDay } from "../engine/order.js";
import { ifCompiles } from "../engine/spec-error.js";
import type { Flaw } from "../ground/files/file-error.js";
import { type Catalog, type Domain, toDomain } from "./catalog.js";
import { byVersion } from "./names.js";
import type { LoadedVersion, ReadDomain, ReadSpecs, ReadVersion } from "./read-specs.js";
import {
  compareReleased,
  differingFiles,
  hashFiles,
  type ReleaseRecord,
  readRecords,
  releaseNotes,
} from "./release-records.js";
import { toSource } from "./to-source.js";
import { lintScaffold } from "./unfinished-texts.js";

/**
 * The catalog, if every version is as it was released: all of it was checked at its release. Undefined if anything has
 * to be checked.
 */
export function openReleased({ domains, errors }: ReadSpecs): Catalog | undefined {
  if (errors.length > 0) return undefined;
  const opened = domains.map(openDomain);
  const trusted = opened.filter((domain) => domain !== undefined);
  return trusted.length < opened.length ? undefined : new Map(trusted.map((domain) => [domain.id, domain]));
}

function openDomain(read: ReadDomain): Domain | undefined {
  const trusted = trustedVersions(read);
  const versions = read.versions.flatMap(({ version }) => trusted.get(version) ?? []);
  if (read.errors.length > 0 || versions.length < read.versions.length) return undefined;
  const isFinished = [...lintScaffold(read.description.value)].length === 0;
  if (!isFinished || compareReleased(read, versions).errors.length > 0) return undefined;
  return makeDomain(
    read,
    versions.flatMap(({ spec }) => spec ?? []),
  );
}

export function makeDomain(read: ReadDomain, specs: readonly CompiledSpec[]): Domain {
  const { id, description, released } = read;
  return toDomain(id, description.sound() ?? { title: id, description: "" }, specs, {
    releases: releaseNotes(released),
    inheritsFrom: inheritedDomains(read),
  });
}

/** The folders of other domains from which versions inherit. */
function inheritedDomains({ folder, versions }: ReadDomain): string[] {
  const domains = new Set(versions.flatMap(({ bases }) => bases.map((base) => dirname(base))));
  return [...domains].filter((other) => other !== resolve(folder));
}

/** By name: the versions that are as they were released. */
export function trustedVersions({ versions, released }: ReadDomain): ReadonlyMap<string, LoadedVersion> {
  const records = readRecords(released);
  const current = versions
    .filter(({ files }) => files.spec.sound("/status") === "released")
    .toSorted(byVersion)
    .at(-1);
  return new Map(
    versions.flatMap((read) => {
      const record = records.get(read.version);
      const trusted = record && asReleased(read, record, read === current);
      return trusted === undefined ? [] : [[read.version, trusted]];
    }),
  );
}

/**
 * A version that decides as it was released, and whose rules, examples and shape have not changed since. Undefined for
 * any other version.
 */
function asReleased(read: ReadVersion, record: ReleaseRecord, isCurrent: boolean): LoadedVersion | undefined {
  const { folder, domainId, version, files } = read;
  if (read.errors.length > 0) return undefined;
  const hashes = hashFiles(folder, files);
  if (differingFiles(record.files, hashes).some((file) => file !== "spec.json")) return undefined;
  const spec = compileLater(toSource(domainId, version, files));
  const { settings } = spec.source;
  if (spec.digest !== record.digest) return undefined;
  // Words and dates of spec.json may change after the release.
  if ([...dateFlaws(settings), ...lintScaffold(files.spec.value)].length > 0) return undefined;
  // An older assay may have released what this one refuses. Checking the version then finds its errors.
  if (isCurrent && ifCompiles(spec.compiled) === undefined) return undefined;
  return { ...read, status: settings.status, spec, hashes };
}

export function* dateFlaws({ status, deprecatedOn, retiresOn }: SpecSource["settings"]): Generator<Flaw> {
  for (const [key, date] of Object.entries({ deprecatedOn, retiresOn }))
    if (date !== undefined && !isDay(date)) yield { pointer: `/${key}`, detail: `"${date}" is not a date; correct it` };
    else if (date !== undefined && status === "draft")
      yield { pointer: `/${key}`, detail: "a draft cannot be deprecated or retired; remove it" };
  if (deprecatedOn !== undefined && retiresOn !== undefined && retiresOn < deprecatedOn)
    yield { pointer: "/retiresOn", detail: "is before deprecatedOn; correct one of them" };
}
