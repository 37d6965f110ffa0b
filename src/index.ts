import { fileURLToPath } from "node:url";
import { AppError } from "./proposals/app-error.js";
import { buildProposal } from "./proposals/build-proposal.js";
import type { Dependencies } from "./proposals/dependencies.js";
import { readRequest } from "./proposals/request.js";
import type { BuildResult, ValidationResult } from "./proposals/results.js";
import { validateProposal } from "./proposals/validate-proposal.js";
import { type Verification, verifyPackage as verify } from "./proposals/verify-package.js";
import { RegistryIndex } from "./registry/registry-index.js";
import type { Catalog } from "./specs/catalog.js";
import { loadSpecs as load } from "./specs/load-specs.js";

export type { ProposalPackage } from "./engine/build-package.js";
export { AppError } from "./proposals/app-error.js";
export type { BuildResult, Submission, ValidationResult } from "./proposals/results.js";
export type { Verification } from "./proposals/verify-package.js";
export type { Catalog } from "./specs/catalog.js";
export { InvalidSpecs } from "./specs/file-error.js";

export interface LibraryOptions {
  /** The generator ids that are taken in the target product. */
  registry?: readonly string[];
  /** Where the assay service is reached, for the links in answers. */
  baseUrl?: string;
  /** Where the target product is reached, for the submission of a built package. */
  targetUrl?: string;
}

/** Loads the spec packages of a rules folder; without one, those that come with assay. */
export function loadSpecs(dir: string = fileURLToPath(new URL("../rules", import.meta.url))): Promise<Catalog> {
  return load(dir);
}

/** The answer of `POST /api/validate`, computed here. Throws an `AppError` where the service would answer with a problem. */
export async function validate(
  specs: Catalog,
  request: unknown,
  options: LibraryOptions = {},
): Promise<ValidationResult> {
  const read = readRequest(asJson(request));
  return validateProposal(read, around(specs, read.targetProduct, options));
}

/** The answer of `POST /api/build`, computed here. */
export async function build(specs: Catalog, request: unknown, options: LibraryOptions = {}): Promise<BuildResult> {
  const read = readRequest(asJson(request));
  return buildProposal(read, around(specs, read.targetProduct, options));
}

/** Recomputes digest and verdict of a package that somebody submits. */
export async function verifyPackage(
  specs: Catalog,
  proposalPackage: unknown,
  options: LibraryOptions = {},
): Promise<Verification> {
  return verify(specs, asJson(proposalPackage), RegistryIndex.of(options.registry ?? []));
}

/** What would reach the service: own members only, and none that is undefined. */
function asJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? "null");
  } catch (error) {
    const detail = `cannot be written as JSON: ${(error as Error).message}`;
    throw new AppError("invalid-request", detail, { errors: [{ pointer: "", detail }] });
  }
}

/** The library serves whoever calls it: the target product is the one that the request names. */
function around(
  specs: Catalog,
  id: string,
  { registry = [], baseUrl = "http://localhost:8080", targetUrl = "http://localhost:8090" }: LibraryOptions,
): Dependencies {
  const index = RegistryIndex.of(registry);
  const target = {
    id,
    url: targetUrl,
    domains: [...specs.keys()],
    registry: { current: () => index, retryAfterSeconds: () => 1 },
  };
  return { specs, baseUrl, targets: { list: () => [target], find: () => target } };
}
