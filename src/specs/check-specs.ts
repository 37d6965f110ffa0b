import type { SpecSource } from "../engine/grammar.js";
import type { Domain } from "./catalog.js";
import { type FileError, firstErrors } from "./file-error.js";
import { checkRead, type LoadedSpecs } from "./load-specs.js";
import type { LoadedVersion } from "./loaded-version.js";
import type { ReadSpecs } from "./read-specs.js";

/** A draft with errors: the first ones. */
export type BrokenDraft = Pick<LoadedVersion, "domainId" | "version" | "errors">;

type CheckedDomain = Omit<Domain, "versions" | "current"> & { readonly sources: readonly SpecSource[] };

/** Rules that were read and checked, as plain data: compiled functions cannot leave their thread. */
export interface CheckedSpecs extends ServiceErrors {
  /** All domains; those that are not among `domains` have not changed. */
  readonly ids: readonly string[];
  readonly domains: readonly CheckedDomain[];
}

/**
 * Checks rules that were read. `drafts`, as `domain/v2`, are known to be drafts, even if their spec.json is broken now.
 */
export async function checkSpecs(read: ReadSpecs, drafts: readonly string[]): Promise<CheckedSpecs> {
  const loaded = await checkRead(read, true);
  return {
    ids: read.ids,
    domains: [...loaded.catalog.values()].map(({ versions, current, ...domain }) => ({
      ...domain,
      sources: versions.map(({ source }) => source),
    })),
    ...serviceErrors(loaded, drafts),
  };
}

/** The errors that a service reports: the first ones of each package, then how many more there are. */
interface ServiceErrors {
  /** Drafts that are left out, which does not keep other versions from being served. */
  readonly brokenDrafts: readonly BrokenDraft[];
  /** With any of these errors, nothing may be served. */
  readonly fatal: readonly FileError[];
}

export function serviceErrors({ errors, versions }: LoadedSpecs, drafts: readonly string[] = []): ServiceErrors {
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
