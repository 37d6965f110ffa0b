import { countErrors } from "../../ground/files/file-error.js";
import type { Catalog } from "../../specs/catalog.js";
import { VERSION } from "../../version.js";
import type { Mode } from "../rate-limit/window.js";
import type { LiveDependencies } from "./live-content.js";
import type { RejectedFiles } from "./live-files.js";

export type Readiness = ReturnType<typeof readiness>;

/** The body of `/readyz` of a service that is ready. */
export function readiness(
  { catalog, brokenDrafts, targets }: LiveDependencies,
  limiter: Mode,
  rejected: RejectedFiles | undefined,
) {
  return {
    version: VERSION,
    limiter,
    nonces: limiter,
    specPackages: describePackages(catalog),
    // Errors name files of this machine.
    brokenDrafts: brokenDrafts.map(({ domainId, version, errors }) => ({
      domainId,
      version,
      errors: countErrors(errors),
    })),
    ...(rejected && { rejected: { errors: rejected.count, first: rejected.publicErrors } }),
    registries: targets.list().map(({ id, registry }) => {
      const ageSeconds = registry.ageSeconds();
      const failure = registry.failure();
      return {
        targetProduct: id,
        usable: registry.current() !== undefined,
        ageSeconds: ageSeconds === undefined ? null : Math.round(ageSeconds),
        ...(failure !== undefined && { failure }),
      };
    }),
  };
}

export function describePackages(catalog: Catalog) {
  return [...catalog.values()].flatMap((domain) =>
    domain.versions.map((spec) => ({
      domainId: domain.id,
      version: spec.version,
      status: spec.source.settings.status,
      current: spec === domain.current,
      digest: spec.digest,
    })),
  );
}
