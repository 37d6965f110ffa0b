import type { CompiledSpec } from "../engine/compile-spec.js";
import type { Diagnostic } from "../engine/evaluate.js";
import { CANDIDATE } from "../engine/problem.js";
import { cacheByObject } from "../ground/cache/cache-by-object.js";
import { isObject, type JsonObject } from "../ground/json/value.js";
import { foldName } from "../ground/text/fold-name.js";
import { outlineOf } from "../schema/outline.js";
import { propertiesOf } from "../schema/schemas-in.js";
import { FITS_ANOTHER_DOMAIN, SEVERAL_PROPOSALS } from "../specs/built-in-codes.js";
import type { Catalog } from "../specs/catalog.js";
import type { TargetProduct } from "./dependencies.js";

/** The number of names that are compared; more say nothing new about what a candidate is. */
const MAX_COMPARED_NAMES = 64;
/** Fewer common names may be chance: many domains have a name and a description. */
const MIN_COMMON_NAMES = 3;

/** The names of a candidate at its top. Aliases are left out: a word that is one here may be a name elsewhere. */
const knownNames = cacheByObject(
  ({ source }: CompiledSpec) => new Set(Object.keys(propertiesOf(outlineOf(source.shape))).map(foldName)),
);

function countKnownNames(candidate: JsonObject, spec: CompiledSpec): number {
  const names = Object.keys(candidate).slice(0, MAX_COMPARED_NAMES);
  return names.filter((name) => knownNames(spec).has(foldName(name))).length;
}

/**
 * Says what an invalid candidate probably is, if it is not one proposal for the domain of the request. Its errors, which
 * are all about that domain, would only lead its author astray.
 */
export function noticeMixUps(
  candidate: JsonObject,
  spec: CompiledSpec,
  target: TargetProduct,
  catalog: Catalog,
): Diagnostic[] {
  return [...noticeSeveral(candidate, spec), ...noticeAnotherDomain(candidate, spec, target, catalog)];
}

/** A domain fits much better if it has twice as many of the names, and most of them. */
function noticeAnotherDomain(
  candidate: JsonObject,
  spec: CompiledSpec,
  target: TargetProduct,
  catalog: Catalog,
): Diagnostic[] {
  const others = target.domains.flatMap((id) => {
    const current = id === spec.domainId ? undefined : catalog.get(id)?.current;
    return current === undefined ? [] : [{ id, count: countKnownNames(candidate, current) }];
  });
  const [best] = others.toSorted((one, other) => other.count - one.count);
  const nameCount = Math.min(Object.keys(candidate).length, MAX_COMPARED_NAMES);
  const enough = Math.max(MIN_COMMON_NAMES, nameCount / 2, 2 * countKnownNames(candidate, spec) + 1);
  if (best === undefined || best.count < enough) return [];
  const message = `the names of this candidate fit the domain "${best.id}" much better; if you mean that one, send it as domainId`;
  return [toNotice(FITS_ANOTHER_DOMAIN, message)];
}

/** The candidate has a list of objects, each of which looks like a proposal, and is not one itself. */
function noticeSeveral(candidate: JsonObject, spec: CompiledSpec): Diagnostic[] {
  const own = countKnownNames(candidate, spec);
  for (const list of Object.values(candidate).slice(0, MAX_COMPARED_NAMES)) {
    if (!Array.isArray(list) || list.length < 2) continue;
    const [first, second] = list;
    const enough = Math.max(MIN_COMMON_NAMES, 2 * own + 1);
    const isProposal = (item: unknown) => isObject(item) && countKnownNames(item, spec) >= enough;
    if (isProposal(first) && isProposal(second)) return [toNotice(SEVERAL_PROPOSALS, severalProposals(list.length))];
  }
  return [];
}

export function severalProposals(count: number): string {
  return `the candidate has ${count} proposals; send one call for each`;
}

function toNotice(
  { code, severity }: typeof FITS_ANOTHER_DOMAIN | typeof SEVERAL_PROPOSALS,
  message: string,
): Diagnostic {
  return { code, severity, path: CANDIDATE, message, fixes: [] };
}
