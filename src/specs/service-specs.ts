import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type CompiledSpec, compileLater } from "../engine/compile-spec.js";
import { type FileError, firstErrors } from "../ground/files/file-error.js";
import { type Catalog, type Domain, toDomain } from "./catalog.js";
import { type LoadedSpecs, loadRead } from "./load-specs.js";
import type { LoadedVersion, ReadSpecs } from "./read-specs.js";

/** A draft with errors: the first ones. */
export type BrokenDraft = Pick<LoadedVersion, "domainId" | "version" | "errors">;

type CheckedDomain = Omit<Domain, "versions" | "current"> & {
  readonly specs: readonly CheckedSpec[];
};
type CheckedSpec = Pick<CompiledSpec, "source" | "digest">;

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
 * Checks rules that were read, for a service that runs: the result is plain data. `drafts`, as
 * `domain/v2`, are known to be drafts, even if their spec.json is broken now.
 */
export async function checkForService(
  read: ReadSpecs,
  drafts: readonly string[],
): Promise<CheckedSpecs> {
  const loaded = await loadRead(read);
  return {
    domains: [...loaded.catalog.values()].map(({ versions, current, ...domain }) => ({
      ...domain,
      specs: versions.map(({ source, digest }) => ({ source, digest })),
    })),
    ...serviceErrors(loaded, drafts),
  };
}

export function serviceErrors(
  { errors, versions }: LoadedSpecs,
  drafts: readonly string[] = [],
): ServiceErrors {
  const isDraft = ({ domainId, version, status }: LoadedVersion) =>
    status === "draft" || (status === undefined && drafts.includes(`${domainId}/${version}`));
  const broken = versions
    .filter(({ spec }) => spec === undefined)
    .map((version) => ({ ...version, errors: firstErrors(version.errors) }));
  return {
    brokenDrafts: broken
      .filter(isDraft)
      .map(({ domainId, version, errors }) => ({ domainId, version, errors })),
    fatal: [
      ...firstErrors(errors),
      ...broken.filter((version) => !isDraft(version)).flatMap(({ errors }) => errors),
    ],
  };
}

/** The drafts of a catalog, as `domain/v2`. */
export function listDrafts(catalog: Catalog): string[] {
  return [...catalog.values()]
    .flatMap(({ versions }) => versions)
    .filter(({ source }) => source.settings.status === "draft")
    .map(({ domainId, version }) => `${domainId}/${version}`);
}

/** Takes over versions that have not changed, and the last good form of a broken draft. */
export async function renewCatalog(
  previous: Catalog,
  { domains, brokenDrafts }: CheckedSpecs,
): Promise<Catalog> {
  const before = (domainId: string, version: string) =>
    previous.get(domainId)?.versions.find((spec) => spec.version === version);
  const catalog = new Map<string, Domain>();
  for (const changed of domains) {
    const { id } = changed;
    const specs = changed.specs.map(({ source, digest }) => {
      const served = before(id, source.version);
      return served !== undefined && isDeepStrictEqual(served.source, source)
        ? served
        : compileLater(source, undefined, { digest });
    });
    for (const { domainId, version } of brokenDrafts) {
      const served = domainId === id ? before(domainId, version) : undefined;
      if (served?.source.settings.status === "draft") specs.push(served);
    }
    catalog.set(id, toDomain(id, changed, specs, changed));
    await nextTurn();
  }
  return catalog;
}

/** Compiles what most calls need, before they need it: one version a turn of the event loop. */
export async function compileCurrent(catalog: Catalog): Promise<void> {
  for (const { current } of catalog.values()) {
    await nextTurn();
    current?.compiled();
  }
}
