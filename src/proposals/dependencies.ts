import type { InTurn } from "../engine/evaluate.js";
import type { Registry } from "../registry/registry.js";
import type { Catalog } from "../specs/catalog.js";
import type { ProposalRequest } from "./request.js";
import type { OperationResult } from "./results.js";

/** A target product as the use cases see it. */
export interface TargetProduct {
  readonly id: string;
  readonly url: string;
  readonly domains: readonly string[];
  readonly registry: { current(): Registry | undefined; retryAfterSeconds(): number };
  /** The names of its other registries; undefined: rules are not asked whether theirs are among them. */
  readonly registryNames?: readonly string[];
}

/** The dependencies of the use cases. */
export interface Dependencies {
  readonly specs: Catalog;
  readonly targets: { list(): readonly TargetProduct[]; find(id: string): TargetProduct | undefined };
  /** The public URL of this service, without a trailing slash. */
  readonly baseUrl: string;
  /** Called when the normalization of a spec package makes an invalid proposal of a valid candidate. */
  readonly onSpecFault?: (fault: SpecFault) => void;
  /** How expensive work shares the thread with that of other callers; undefined: it is done at once. */
  readonly inTurn?: InTurn | undefined;
}

export interface SpecFault {
  readonly domainId: string;
  readonly version: string;
  /** The step of `normalize`. */
  readonly step: string;
  /** The codes of the errors. */
  readonly codes: readonly string[];
}

/** Validates or builds a proposal. */
export type UseCase = (request: ProposalRequest, dependencies: Dependencies) => Promise<OperationResult>;

/** The current dependencies. Read them once for each request, so that all of the response belongs together. */
export interface CurrentDependencies {
  readonly current: Dependencies;
}

export function specPackageUrl(baseUrl: string, domainId: string, version: string): string {
  return `${baseUrl}/spec-packages/${domainId}/${version}`;
}
