import { MAX_OPEN_ERRORS } from "../engine/bounds.js";
import type { CompiledSpec } from "../engine/compile-spec.js";
import type { Repair } from "../engine/repair.js";
import { isMachineApplicable, makeFix } from "../engine/violation.js";
import { applyPatch, type Operation } from "../ground/json/patch.js";
import { closestOption } from "../ground/text/did-you-mean.js";
import { foldName, stem } from "../ground/text/fold-name.js";
import { Meaning } from "../ground/text/meaning.js";
import { quote } from "../ground/text/quote.js";
import { type Catalog, type Domain, selectDomains, usableVersions } from "../specs/catalog.js";
import type { Dependencies, TargetProduct } from "./dependencies.js";
import { AppError, type EnvelopeError, toOpenErrors } from "./errors/app-error.js";
import type { ErrorCode } from "./errors/error-codes.js";
import type { ProposalRequest } from "./request.js";

export interface Resolved {
  readonly spec: CompiledSpec;
  readonly target: TargetProduct;
  readonly domain: Domain;
}

/** Corrects the names of a request, one after the other, while a correction is certain. */
export function repairNames(
  request: ProposalRequest,
  dependencies: Dependencies,
): { repair: Repair; resolved: Resolved | undefined } {
  const patch: Operation[] = [];
  for (;;) {
    const resolved = tryResolve(applyPatch(request, patch) as ProposalRequest, dependencies);
    if (!(resolved instanceof AppError)) return { repair: { ...NO_REPAIR, patch }, resolved };
    const { errors = [] } = resolved.details;
    const certain = errors.flatMap(
      ({ fixes = [] }) => fixes.find(isMachineApplicable)?.patch ?? [],
    );
    patch.push(...certain);
    if (certain.length > 0) continue;
    const open = toOpenErrors(resolved.code, errors);
    return { repair: { ...NO_REPAIR, patch, remaining: errors.length, open }, resolved: undefined };
  }
}

export const NO_REPAIR: Repair = { patch: [], remaining: 0, complete: true, open: [] };

/** Joins two repairs into one. The second was made for what the first leaves. */
export function joinRepairs(first: Repair, next: Repair): Repair {
  return {
    patch: [...first.patch, ...next.patch],
    remaining: first.remaining + next.remaining,
    complete: first.complete && next.complete,
    open: [...first.open, ...next.open].slice(0, MAX_OPEN_ERRORS),
  };
}

/** Whether schemas alone decide in the domain that a request names, or in all domains. */
export function acceptsAnyRoot(domainId: unknown, catalog: Catalog): boolean {
  const domains = selectDomains(domainId, catalog);
  return domains.length > 0 && domains.every(({ current }) => current?.isAnyRoot === true);
}

/** Finds what a request names, or returns the error about unknown names. */
export function tryResolve(
  request: ProposalRequest,
  { catalog, targets }: Dependencies,
): Resolved | AppError {
  const { domainId, targetProduct, specVersion } = request;
  const domain = catalog.get(domainId);
  if (domain === undefined) {
    const error = unknownName("unknown-domain", "/domainId", domainId, [...catalog.keys()]);
    if (targets.find(targetProduct) !== undefined) return error;
    const targetError = unknownName(
      "unknown-target-product",
      "/targetProduct",
      targetProduct,
      targets.list().map(({ id }) => id),
    );
    return new AppError(error.code, error.detail, {
      errors: [error, targetError].flatMap(({ details }) => details.errors ?? []),
    });
  }

  const target = targets.find(targetProduct);
  if (!target?.domains.includes(domainId)) {
    const accepting = targets.list().filter(({ domains }) => domains.includes(domainId));
    const supported = accepting.map(({ id }) => id);
    if (target === undefined)
      return unknownName("unknown-target-product", "/targetProduct", targetProduct, supported);
    const detail = `${quote(targetProduct)} does not accept proposals for this domain; ${listSupported(supported)}`;
    return wrongName("unknown-target-product", detail, "/targetProduct", guessOnly(supported));
  }

  const spec =
    specVersion === undefined
      ? domain.current
      : usableVersions(domain).find(({ version }) => version === specVersion);
  if (spec === undefined) {
    const versions = usableVersions(domain).map(({ version }) => version);
    if (specVersion !== undefined)
      return unknownName("unknown-spec-version", "/specVersion", specVersion, versions);
    const detail = `no version is released yet; name a draft in specVersion; ${listSupported(versions)}`;
    return wrongName("unknown-spec-version", detail, "/specVersion", undefined);
  }
  return { spec, target, domain };
}

/** The error of a domain that does not exist, unless the envelope says that there is no name. */
export function unknownDomain(domainId: unknown, catalog: Catalog): EnvelopeError[] {
  if (typeof domainId !== "string" || domainId === "" || catalog.has(domainId)) return [];
  return (
    unknownName("unknown-domain", "/domainId", domainId, [...catalog.keys()]).details.errors ?? []
  );
}

function unknownName(
  code: ErrorCode,
  pointer: string,
  value: string,
  supported: string[],
): AppError {
  const meant = nameMeant(value, supported);
  const hint = meant === undefined ? "" : `did you mean "${meant.value}"? `;
  const detail = `${quote(value)} is unknown; ${hint}${listSupported(supported)}`;
  return wrongName(code, detail, pointer, meant ?? guessOnly(supported));
}

/** The domain, target product or version that was probably meant. A version may lack its letter. */
export function nameMeant(value: string, supported: readonly string[]): Meaning | undefined {
  const withLetter = `v${value}`;
  const meant = closestOption(value, supported);
  if (meant === undefined)
    return supported.includes(withLetter) ? new Meaning(withLetter, true) : undefined;
  // In the plural or with another letter, it may be a product that this service does not know.
  return meant.uncertainIf(
    foldName(value) !== foldName(meant.value) && stem(value) === stem(meant.value),
  );
}

function guessOnly([only, ...others]: readonly string[]): Meaning | undefined {
  return only === undefined || others.length > 0 ? undefined : new Meaning(only, false);
}

function wrongName(
  code: ErrorCode,
  detail: string,
  pointer: string,
  meant: Meaning | undefined,
): AppError {
  const toFix = ({ value, isCertain }: Meaning) =>
    makeFix(`Replace with "${value}"`, isCertain, [{ op: "replace", path: pointer, value }]);
  return new AppError(code, detail, {
    errors: [{ pointer, detail, ...(meant && { fixes: [toFix(meant)] }) }],
  });
}

function listSupported(supported: readonly string[]): string {
  return `supported: ${supported.join(", ") || "none"}`;
}
