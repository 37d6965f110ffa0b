import { type Registry, UNKNOWN_REGISTRY, withNamed } from "./ground/registry/registry.js";
import { RegistryIndex } from "./ground/registry/registry-index.js";
import { buildProposal } from "./proposals/build-proposal.js";
import { anyTarget, type Dependencies, NO_SERVICE } from "./proposals/dependencies.js";
import { AppError } from "./proposals/errors/app-error.js";
import { readRequest } from "./proposals/read-request.js";
import type { BuildResult, Submission, ValidationResult } from "./proposals/results.js";
import { validateProposal } from "./proposals/validate-proposal.js";
import { type Verification, verifyPackage as verify } from "./proposals/verify-package.js";
import type { Catalog } from "./specs/catalog.js";

export type { ProposalPackage } from "./engine/build-package.js";
export { AppError } from "./proposals/errors/app-error.js";
export type { BuildResult, Submission, ValidationResult } from "./proposals/results.js";
export type { Verification } from "./proposals/verify-package.js";
export { InvalidSchema } from "./schema/bundle.js";
export type { Catalog } from "./specs/catalog.js";
export {
  catalogFromSchema as compileSchema,
  type SchemaOptions,
} from "./specs/catalog-from-schema.js";

export interface LibraryOptions {
  /** The ids that the target product has. A rule says nothing about a registry that is not given. */
  registry?: readonly string[];
  /** The ids in its other registries, by name. */
  registries?: Readonly<Record<string, readonly string[]>>;
  /** Of the assay service, for links, which else are names that start with `assay:`. */
  baseUrl?: string;
  /** Base URL of the target product. Without it, a built package has no `submission`. */
  targetUrl?: string;
}

/**
 * Computes the response of `POST /api/validate`. Throws an `AppError` where the service would
 * return a problem.
 */
export async function validate(
  catalog: Catalog,
  request: unknown,
  options: LibraryOptions = {},
): Promise<ValidationResult> {
  const dependencies = makeDependencies(catalog, options);
  return validateProposal(await readRequest(asJson(request), dependencies), dependencies);
}

type Addressed = LibraryOptions & { targetUrl: string };

/** Computes the response of `POST /api/build`. Throws like `validate`. */
export async function build(
  catalog: Catalog,
  request: unknown,
  options: Addressed,
): Promise<BuildResult>;
export async function build(
  catalog: Catalog,
  request: unknown,
  options?: LibraryOptions,
): Promise<BuildResult<Submission | undefined>>;
export async function build(
  catalog: Catalog,
  request: unknown,
  options: LibraryOptions = {},
): Promise<BuildResult> {
  const dependencies = makeDependencies(catalog, options);
  return buildProposal(await readRequest(asJson(request), dependencies), dependencies);
}

/** Recomputes the digest and the verdict of a submitted package. */
export async function verifyPackage(
  catalog: Catalog,
  proposalPackage: unknown,
  options: LibraryOptions = {},
): Promise<Verification> {
  return verify(catalog, asJson(proposalPackage), makeRegistry(options));
}

function makeRegistry({ registry, registries = {} }: LibraryOptions): Registry {
  const indexOf = (name: string, ids: unknown) => {
    if (!Array.isArray(ids)) throw new TypeError(`${name} must be an array of ids`);
    return RegistryIndex.of(ids);
  };
  const others = Object.entries(registries).map(
    ([name, ids]) => [name, indexOf(`registries.${name}`, ids)] as const,
  );
  return withNamed(
    registry === undefined ? UNKNOWN_REGISTRY : indexOf("registry", registry),
    new Map(others),
  );
}

/** The value as the service would receive it: own properties only, none of them undefined. */
function asJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value, refuseLost) ?? "null");
  } catch (error) {
    const detail = `cannot be serialized as JSON: ${(error as Error).message}; pass plain JSON data`;
    throw new AppError("invalid-request", detail, { errors: [{ pointer: "", detail }] });
  }
}

/** JSON has no NaN and no infinity: a null in their place would be repaired as a null. */
function refuseLost(_: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new TypeError(`JSON has no ${value}`);
  return value;
}

/** Without a targets file, the library accepts whichever target product a request names. */
function makeDependencies(
  catalog: Catalog,
  { baseUrl = NO_SERVICE, targetUrl, ...registries }: LibraryOptions,
): Dependencies {
  const withoutSlash = (url: string) => url.replace(/\/+$/, "");
  const find = anyTarget(catalog, targetUrl && withoutSlash(targetUrl), makeRegistry(registries));
  return { catalog, baseUrl: withoutSlash(baseUrl), targets: { list: () => [], find } };
}
