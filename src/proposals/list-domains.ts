import { specPackageUrl } from "../specs/explain/describe-spec.js";
import { submissionUrl } from "./build-proposal.js";
import type { Dependencies } from "./dependencies.js";
import type { DomainList } from "./results.js";

/** One item for each domain and target product that accepts proposals now. */
export function listDomains({ catalog, targets, baseUrl }: Dependencies): DomainList {
  const domains = [...catalog.values()]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ id, title, description, current }) =>
      current === undefined
        ? []
        : targets
            .list()
            .filter((target) => target.domains.includes(id))
            .map((target) => ({
              domainId: id,
              targetProduct: target.id,
              title,
              description,
              specVersion: current.version,
              specPackageUrl: specPackageUrl(baseUrl, id, current.version),
              ...(target.url !== undefined && { submissionUrl: submissionUrl(target.url) }),
            })),
    );
  return { domains };
}
