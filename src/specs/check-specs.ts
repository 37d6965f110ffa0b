import { setImmediate as turn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { compileLater } from "../engine/compile-spec.js";
import type { SpecSource } from "../engine/grammar.js";
import { type Catalog, compileCurrent, type Domain, toDomain } from "./catalog.js";
import { type FileError, firstErrors } from "./file-error.js";
import { checkRead, type LoadedSpecs, type ReadSpecs } from "./load-specs.js";
import type { LoadedVersion } from "./loaded-version.js";

/** A draft with errors: the first ones. */
export type BrokenDraft = Pick<LoadedVersion, "domainId" | "version" | "errors">;

type CheckedDomain = Omit<Domain, "versions" | "current"> & { readonly sources: readonly SpecSource[] };

/** Rules that were read and checked, as plain data: compiled functions cannot leave their thread. */
export interface CheckedSpecs {
  /** All domains; those that are not among `domains` have not changed. */
  readonly ids: readonly string[];
  readonly domains: readonly CheckedDomain[];
  readonly brokenDrafts: readonly BrokenDraft[];
  /** With one of these, nothing of it must be served. */
  readonly fatal: readonly FileError[];
}

/** Checks the rules that were read. `drafts`, as `domain/v2`, are known to be drafts, even if their spec.json is broken now. */
export async function checkSpecs(read: ReadSpecs, drafts: readonly string[]): Promise<CheckedSpecs> {
  const loaded = await checkRead(read, true);
  return {
    ids: read.ids,
    domains: [...loaded.catalog.values()].map(({ versions: specs, current, ...domain }) => ({
      ...domain,
      sources: specs.map(({ source }) => source),
    })),
    ...errorsIn(loaded, drafts),
  };
}

/** The errors that a service reports: the first ones of each package, then how many more there are. */
export function errorsIn(
  { errors, versions }: LoadedSpecs,
  drafts: readonly string[] = [],
): Pick<CheckedSpecs, "brokenDrafts" | "fatal"> {
  const isDraft = ({ domainId, version, status }: LoadedVersion) =>
    status === "draft" || (status === undefined && drafts.includes(`${domainId}/${version}`));
  const broken = versions
    .filter(({ spec }) => spec === undefined)
    .map((version) => ({ ...version, errors: firstErrors(version.errors) }));
  return {
    brokenDrafts: broken.filter(isDraft).map(({ domainId, version, errors }) => ({ domainId, version, errors })),
    fatal: [...firstErrors(errors), ...broken.filter((version) => !isDraft(version)).flatMap(({ errors }) => errors)],
  };
}

export function draftsIn(catalog: Catalog): string[] {
  return [...catalog.values()]
    .flatMap(({ versions }) => versions)
    .filter(({ source }) => source.spec.status === "draft")
    .map(({ domainId, version }) => `${domainId}/${version}`);
}

/**
 * The catalog with what has changed since `previous`. Current versions are compiled, one in each turn of the event loop:
 * it takes 15 ms. A broken draft keeps its last good form.
 */
export async function compileChecked(
  { ids, domains, brokenDrafts }: CheckedSpecs,
  previous: Catalog,
): Promise<Catalog> {
  const before = (domainId: string, version: string) =>
    previous.get(domainId)?.versions.find((spec) => spec.version === version);
  const catalog = new Map<string, Domain>();
  for (const id of ids) {
    const changed = domains.find((domain) => domain.id === id);
    if (changed === undefined) {
      catalog.set(id, previous.get(id) as Domain);
      continue;
    }
    const { sources, ...domain } = changed;
    const specs = sources.map((source) => {
      const known = before(id, source.version);
      return known !== undefined && isDeepStrictEqual(known.source, source) ? known : compileLater(source);
    });
    for (const { domainId, version } of brokenDrafts) {
      const known = domainId === domain.id ? before(domainId, version) : undefined;
      if (known?.source.spec.status === "draft") specs.push(known);
    }
    const whole = toDomain(id, domain, specs, domain);
    await turn();
    compileCurrent(whole);
    catalog.set(id, whole);
  }
  return catalog;
}
