import { UNKNOWN_REGISTRY } from "../../ground/registry/registry.js";
import { anyTarget, type Dependencies, NO_SERVICE } from "../../proposals/dependencies.js";
import type { OperationResult } from "../../proposals/results.js";
import type { Catalog } from "../../specs/catalog.js";

/** What a command needs to validate requests. */
export interface ValidationContext extends Dependencies {
  /** Whether a service is known that links could lead to. */
  readonly hasServiceUrl: boolean;
  /** Loads the registry of a target product once. Most requests name the same product. */
  loadRegistry(targetProduct: string): Promise<void>;
  /** Validates in place of the rules on this machine. Throws an `AppError` for a refused request. */
  validateRemotely?(body: unknown): Promise<OperationResult>;
  close(): void;
}

/** A context without a targets file: accepts any target product, and knows no registry. */
export function contextWithoutTargets(catalog: Catalog): ValidationContext {
  const find = anyTarget(catalog, undefined, UNKNOWN_REGISTRY);
  return {
    catalog,
    targets: { list: () => [find("any")], find },
    baseUrl: NO_SERVICE,
    hasServiceUrl: false,
    async loadRegistry() {},
    close() {},
  };
}
