import type { CompiledSpec } from "../engine/compile-spec.js";
import { byVersion } from "./names.js";
import type { ReleaseNotes } from "./release-records.js";

export interface Domain {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Oldest first. */
  readonly versions: readonly CompiledSpec[];
  /** The highest released version; undefined while every version is a draft or retired. */
  readonly current: CompiledSpec | undefined;
  /** By version: the changes since the version before, if they were recorded at the release. */
  readonly releases: Readonly<Record<string, ReleaseNotes>>;
  /** The folders of other domains from which the versions inherit. */
  readonly inheritsFrom: readonly string[];
}

export type Catalog = ReadonlyMap<string, Domain>;

export function toDomain(
  id: string,
  { title, description }: Pick<Domain, "title" | "description">,
  specs: readonly CompiledSpec[],
  { releases = {}, inheritsFrom = [] }: Partial<Pick<Domain, "releases" | "inheritsFrom">> = {},
): Domain {
  const versions = specs.toSorted(byVersion);
  const current = versions.findLast(({ source }) => source.settings.status === "released");
  return { id, title, description, versions, current, releases, inheritsFrom };
}

/** The domain of this id alone; all domains if there is no such domain. */
export function selectDomains(domainId: unknown, catalog: Catalog): Domain[] {
  const named = typeof domainId === "string" ? catalog.get(domainId) : undefined;
  return named === undefined ? [...catalog.values()] : [named];
}

/** The versions that a caller may name: drafts too, but none that is retired. */
export function usableVersions(domain: Domain): CompiledSpec[] {
  return domain.versions.filter(({ source }) => source.settings.status !== "retired");
}
