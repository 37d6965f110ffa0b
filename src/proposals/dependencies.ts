import type { Registry } from "../ground/registry/registry.js";
import type { Catalog } from "../specs/catalog.js";
import type { ProposalRequest } from "./request.js";
import type { OperationResult } from "./results.js";

/** A target product as the use cases see it. */
export interface TargetProduct {
  readonly id: string;
  /** Undefined for schema-only domains: they have no target product. */
  readonly url: string | undefined;
  readonly domains: readonly string[];
  readonly registry: { current(): Registry | undefined; retryAfterSeconds(): number };
  /** Of its other registries. If undefined, the registries that rules ask are not checked. */
  readonly registryNames?: readonly string[];
}

/** The base URL without a service: links are names, which `assay mcp` reads as its resources. */
export const NO_SERVICE = "assay:";

export interface Dependencies {
  readonly catalog: Catalog;
  readonly targets: {
    list(): readonly TargetProduct[];
    find(id: string): TargetProduct | undefined;
  };
  /** The public URL of this service, without a trailing slash; else `NO_SERVICE`. */
  readonly baseUrl: string;
  /** Called if a spec package normalizes a valid candidate into an invalid proposal. */
  readonly onNormalizationError?: (fault: NormalizationError) => void;
}

export interface NormalizationError {
  readonly domainId: string;
  readonly version: string;
  /** The step of `normalize`. */
  readonly step: string;
  readonly codes: readonly string[];
}

/** Finds a target product of any id, which accepts all domains and has a fixed registry. */
export function anyTarget(
  catalog: Catalog,
  url: string | undefined,
  registry: Registry,
): (id: string) => TargetProduct {
  const fixed = { current: () => registry, retryAfterSeconds: () => 1 };
  return (id) => ({ id, url, domains: [...catalog.keys()], registry: fixed });
}

export type UseCase = (
  request: ProposalRequest,
  dependencies: Dependencies,
) => Promise<OperationResult>;

/** Read them once for each request, so the whole response is consistent. */
export interface CurrentDependencies {
  readonly current: Dependencies;
}
