import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type CompiledSpec, compileLater } from "../engine/compile-spec.js";
import { type FileError, firstErrors } from "../ground/files/file-error.js";
import { type Catalog, type Domain, toDomain } from "./catalog.js";
import { type LoadedSpecs, loadRawSpecs } from "./load-specs.js";
import type { LoadedVersion, RawSpecs } from "./read-specs.js";

/** With its first errors. */
export type BrokenDraft = Pick<LoadedVersion, "domainId" | "version" | "errors">;

type CheckedDomain = Omit<Domain, "versions" | "current"> & {
  readonly specs: readonly Pick<CompiledSpec, "source" | "digest">[];
};

/** Checked rules as plain data: compiled functions cannot leave their thread. */
export interface CheckedSpecs extends ServiceErrors {
  readonly domains: readonly CheckedDomain[];
}

/** The first errors of each package, then how many more there are. */
interface ServiceErrors {
  /** Drafts that are left out, which does not keep other versions from being served. */
  readonly brokenDrafts: readonly BrokenDraft[];
  /** With any of these errors, nothing may be served. */
  readonly fatal: readonly FileError[];
}

/**
 * Compiles rules for a running service, as plain data. `drafts` lists versions that were drafts
 * before (`domain/v2`), in case their spec.json is unreadable now.
 */
export async function prepareForService(
  raw: RawSpecs,
  drafts: readonly string[],
): Promise<CheckedSpecs> {
  const loaded = await loadRawSpecs(raw);
  const domains: CheckedDomain[] = [];
  for (const { versions, current, ...domain } of loaded.catalog.values())
    domains.push({
      ...domain,
      specs: versions.map(({ source, digest }) => ({ source, digest })),
    });
  return { domains, ...splitErrors(loaded, drafts) };
}

/** Tells errors of drafts from errors that keep a service from serving anything. */
export function splitErrors(
  { errors, versions }: LoadedSpecs,
  drafts: readonly string[] = [],
): ServiceErrors {
  const fatal = firstErrors(errors);
  const brokenDrafts: BrokenDraft[] = [];
  for (const { domainId, version, status, spec, errors: all } of versions) {
    if (spec !== undefined) continue;
    const wasDraft = status === undefined && drafts.includes(`${domainId}/${version}`);
    const first = firstErrors(all);
    if (status === "draft" || wasDraft) brokenDrafts.push({ domainId, version, errors: first });
    else fatal.push(...first);
  }
  return { brokenDrafts, fatal };
}

/** The drafts of a catalog, as `domain/v2`. */
export function listDrafts(catalog: Catalog): string[] {
  const drafts: string[] = [];
  for (const { versions } of catalog.values())
    for (const { domainId, version, source } of versions)
      if (source.settings.status === "draft") drafts.push(`${domainId}/${version}`);
  return drafts;
}

/**
 * The catalog of checked rules. Versions that have not changed are taken from the previous catalog,
 * and so is the last valid form of a broken draft.
 */
export async function rebuildCatalog(
  previous: Catalog,
  { domains, brokenDrafts }: CheckedSpecs,
): Promise<Catalog> {
  const findServed = (domainId: string, version: string) =>
    previous.get(domainId)?.versions.find((spec) => spec.version === version);
  const catalog = new Map<string, Domain>();
  for (const changed of domains) {
    const { id } = changed;
    const specs: CompiledSpec[] = [];
    for (const { source, digest } of changed.specs) {
      const served = findServed(id, source.version);
      const isUnchanged = isDeepStrictEqual(served?.source, source);
      specs.push(served && isUnchanged ? served : compileLater(source, undefined, { digest }));
    }
    for (const { domainId, version } of brokenDrafts) {
      const served = domainId === id ? findServed(domainId, version) : undefined;
      if (served?.source.settings.status === "draft") specs.push(served);
    }
    catalog.set(id, toDomain(id, changed, specs, changed));
    await nextTurn();
  }
  return catalog;
}

/** Compiles what most calls need, before they need it: one version a turn of the event loop. */
export async function compileCurrentVersions(catalog: Catalog): Promise<void> {
  for (const { current } of catalog.values()) {
    await nextTurn();
    current?.compiled();
  }
}
