import type { CompiledSpec } from "../engine/compile-spec.js";
import { numberOf } from "./loaded-version.js";
import type { ReleaseNotes } from "./released.js";

export interface Domain {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Oldest first. */
  readonly versions: readonly CompiledSpec[];
  /** The highest released version; none while everything is a draft or retired. */
  readonly current: CompiledSpec | undefined;
  /** What changed in each released version since the one before, where that was recorded. */
  readonly releases: Readonly<Record<string, ReleaseNotes>>;
  /** The folders of other domains from which its versions inherit. */
  readonly inheritsFrom: readonly string[];
}

/** All loaded spec packages, by domain. */
export type Catalog = ReadonlyMap<string, Domain>;

export function toDomain(
  id: string,
  words: { title: string; description: string },
  specs: readonly CompiledSpec[],
  { releases = {}, inheritsFrom = [] }: Partial<Pick<Domain, "releases" | "inheritsFrom">> = {},
): Domain {
  const versions = specs.toSorted((a, b) => numberOf(a) - numberOf(b));
  const current = versions.findLast(({ source }) => source.spec.status === "released");
  return { id, title: words.title, description: words.description, versions, current, releases, inheritsFrom };
}

/** Before a service is ready: the first callers of a domain must not wait for the compiler, nor all of them at once. */
export function compileCurrent({ current }: Domain): void {
  // Reading a compiled part compiles all of them.
  void current?.rules;
}

/** The domain that is named; all where none is. */
export function domainsFor(domainId: unknown, specs: Catalog): Domain[] {
  const named = typeof domainId === "string" ? specs.get(domainId) : undefined;
  return named === undefined ? [...specs.values()] : [named];
}

/** Versions that a caller may name: a draft can be tried, a retired one is gone. */
export function usableVersions(domain: Domain): CompiledSpec[] {
  return domain.versions.filter(({ source }) => source.spec.status !== "retired");
}

export function isVersionName(name: string): boolean {
  return /^v[1-9][0-9]*$/.test(name);
}
