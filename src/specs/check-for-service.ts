import { firstErrors } from "../ground/files/file-error.js";
import { type LoadedSpecs, loadRead } from "./load-specs.js";
import type { LoadedVersion, ReadSpecs } from "./read-specs.js";
import type { CheckedSpecs, ServiceErrors } from "./service-specs.js";

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
