import type { CompiledSpec } from "../engine/compile-spec.js";
import { usableVersions } from "../specs/catalog.js";
import { didYouMean } from "../text/did-you-mean.js";
import { quote } from "../text/quote.js";
import { AppError } from "./app-error.js";
import type { Dependencies, TargetProduct } from "./dependencies.js";
import type { ErrorCode } from "./error-codes.js";
import type { ProposalRequest } from "./request.js";

/**
 * Finds the spec package and the target product that a request names. Throws an error that lists the supported ones.
 */
export function resolve(
  request: ProposalRequest,
  { specs, targets }: Dependencies,
): { spec: CompiledSpec; target: TargetProduct } {
  const { domainId, targetProduct, specVersion } = request;
  const domain = specs.get(domainId);
  if (domain === undefined) {
    const error = unknown("unknown-domain", "/domainId", domainId, [...specs.keys()]);
    if (targets.find(targetProduct) !== undefined) throw error;
    const other = unknown(
      "unknown-target-product",
      "/targetProduct",
      targetProduct,
      targets.list().map(({ id }) => id),
    );
    throw new AppError(error.code, error.detail, {
      errors: [error, other].flatMap(({ details }) => details.errors ?? []),
    });
  }

  const target = targets.find(targetProduct);
  if (!target?.domains.includes(domainId)) {
    const others = targets.list().filter(({ domains }) => domains.includes(domainId));
    const supported = others.map(({ id }) => id);
    if (target === undefined) throw unknown("unknown-target-product", "/targetProduct", targetProduct, supported);
    const detail = `${quote(targetProduct)} does not accept proposals for this domain; ${listOf(supported)}`;
    throw new AppError("unknown-target-product", detail, { errors: [{ pointer: "/targetProduct", detail }] });
  }

  const usable = usableVersions(domain);
  const spec = specVersion === undefined ? domain.current : usable.find(({ version }) => version === specVersion);
  if (spec === undefined) {
    const versions = usable.map(({ version }) => version);
    if (specVersion !== undefined) throw unknown("unknown-spec-version", "/specVersion", specVersion, versions);
    const detail = `no version is released yet; name a draft in specVersion; ${listOf(versions)}`;
    throw new AppError("unknown-spec-version", detail, { errors: [{ pointer: "/specVersion", detail }] });
  }
  return { spec, target };
}

function unknown(code: ErrorCode, pointer: string, value: string, supported: string[]): AppError {
  const meant = didYouMean(value, supported);
  const hint = meant === undefined ? "" : `did you mean "${meant}"? `;
  const detail = `${quote(value)} is unknown; ${hint}${listOf(supported)}`;
  return new AppError(code, detail, { errors: [{ pointer, detail }] });
}

function listOf(supported: readonly string[]): string {
  return `supported: ${supported.join(", ") || "none"}`;
}
