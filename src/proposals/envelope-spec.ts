import { type CompiledSpec, compileSpec } from "../engine/compile-spec.js";
import { readValue } from "../engine/fixers/read-value.js";
import type { SpecSource } from "../engine/grammar.js";
import { Memo } from "../engine/memo.js";
import { makeFix } from "../engine/problem.js";
import { cacheByContent } from "../ground/cache/cache-by-object.js";
import { joinPointer } from "../ground/json/pointer.js";
import { isEmpty, isObject, type JsonObject } from "../ground/json/value.js";
import { foldName } from "../ground/text/fold-name.js";
import { namesThatFit, quote } from "../ground/text/quote.js";
import { outlineOf } from "../schema/outline.js";
import { propertiesOf } from "../schema/schemas-in.js";
import { type Catalog, type Domain, selectDomains, usableVersions } from "../specs/catalog.js";
import type { EnvelopeError } from "./errors/app-error.js";
import { OPTIONAL, REQUEST_ALIASES, REQUEST_SCHEMA } from "./request.js";
import { nameMeant } from "./resolve.js";

/** Properties that protocols add to the arguments of a call, with their usual values. */
const CALL = {
  jsonrpc: "2.0",
  method: /^(?:tools\/call|POST)$/,
  // Hosts prefix the names of tools.
  name: /(?:^|[^a-z])(?:validate|build)_?proposal$/i,
  type: /^(?:function(?:_call)?|tool_(?:call|use))$/,
  id: /^(?:call|toolu)_\w+$/,
  path: /\/api\/(?:validate|build)$/,
};

const DOMAIN_NAMES = new Set(["domainId", ...(REQUEST_ALIASES.domainId ?? [])].map(foldName));

/**
 * The known domain that a request certainly names, perhaps under an alias of `domainId` or in another spelling.
 * Undefined if several properties could name it: a body has room for thousands, and comparing each takes time.
 */
export function namedDomain(body: unknown, catalog: Catalog): string | undefined {
  if (!isObject(body)) return undefined;
  const keys = Object.hasOwn(body, "domainId")
    ? ["domainId"]
    : Object.keys(body).filter((key) => DOMAIN_NAMES.has(foldName(key)));
  const value = keys.length === 1 ? body[keys[0] as string] : undefined;
  const meant = typeof value === "string" ? nameMeant(value, [...catalog.keys()]) : undefined;
  return meant?.isCertain ? meant.value : undefined;
}

const compiled = cacheByContent<CompiledSpec>();

/**
 * The envelope as a spec package without rules, so it is checked and fixed like a candidate. It lists the
 * properties that a candidate of the domain may have, or those of all domains if the request names no known one.
 */
export function envelopeSpec(domainId: unknown, catalog: Catalog): CompiledSpec {
  const key = typeof domainId === "string" && catalog.has(domainId) ? domainId : "";
  return compiled(catalog, key, () => compile(selectDomains(domainId, catalog)));
}

function compile(domains: readonly Domain[]): CompiledSpec {
  const { candidate, ...otherProperties } = REQUEST_SCHEMA.properties;
  const ofCandidate = domains.flatMap(({ current }) =>
    Object.entries(propertiesOf(current && outlineOf(current.source.shape))).map(
      ([name, { aliases = [] }]) => [name, { aliases }] as const,
    ),
  );
  const listed = ofCandidate.length > 0 && { properties: Object.fromEntries(ofCandidate) };
  const names = namesThatFit(domains.map(({ id }) => id)).join(", ");
  // The properties of several domains do not describe a candidate of one domain.
  const title = `object; give a domainId, which decides what it contains; domains: ${names}`;
  const expected = { ...candidate, ...listed, ...(domains.length > 1 && { title }) };
  // A candidate may be under the name of its domain.
  const byDomain = domains.length === 1 ? domains.map(({ id }) => id) : [];
  const properties = Object.entries({ ...otherProperties, candidate: expected }).map(([name, property]) => [
    name,
    { ...property, aliases: [...(REQUEST_ALIASES[name] ?? []), ...(name === "candidate" ? byDomain : [])] },
  ]);
  const shape = { ...REQUEST_SCHEMA, properties: Object.fromEntries(properties) } as unknown as JsonObject;
  const settings: SpecSource["settings"] = { status: "released", title: "", base: "", data: {}, normalize: [] };
  const source = { domainId: "", version: "", settings, shape, rules: {}, examples: {} };
  return compileSpec(source, undefined, { requestValues: CALL, mayBeUnportable: true });
}

const BY_ALIAS = new Map(
  OPTIONAL.flatMap((option) => (REQUEST_ALIASES[option] ?? []).map((alias) => [foldName(alias), option] as const)),
);

/**
 * Sets aside properties that have an alias of an optional property, but a value that it cannot have: the `version` of
 * the author's own document is not the version of a spec package.
 */
export function setOptionsAside(
  body: unknown,
  domainId: unknown,
  catalog: Catalog,
): { body: unknown; errors: EnvelopeError[] } {
  const errors: EnvelopeError[] = [];
  if (!isObject(body)) return { body, errors };
  const keptEntries = Object.entries(body).filter(([name, value]) => {
    const option = BY_ALIAS.get(foldName(name));
    if (option === undefined || Object.hasOwn(body, option) || isEmpty(value)) return true;
    const reason = WHY_NOT[option]?.(value, domainId, catalog);
    if (reason === undefined) return true;
    errors.push(toEnvelopeError(name, option, `${quote(value)} ${reason}`));
    return false;
  });
  return { body: errors.length === 0 ? body : Object.fromEntries(keptEntries), errors };
}

/**
 * The reason why an option cannot have a value; undefined if it can, or if the value certainly means one that it can.
 */
const WHY_NOT: Readonly<Record<string, (value: unknown, domainId: unknown, catalog: Catalog) => string | undefined>> = {
  specVersion(value, domainId, catalog) {
    const versions = selectDomains(domainId, catalog)
      .flatMap(usableVersions)
      .map(({ version }) => version);
    const isVersion = typeof value === "string" && nameMeant(value, versions)?.isCertain;
    return isVersion
      ? undefined
      : `is not a version of the spec package; supported: ${namesThatFit(versions).join(", ")}`;
  },
  applyRepair(value) {
    const isBoolean = (tested: unknown) => typeof tested === "boolean";
    const expected = { schema: { type: "boolean" }, accepts: isBoolean };
    const isMeant = () => readValue(value, expected, new Memo()).some(({ isCertain }) => isCertain);
    return isBoolean(value) || isMeant() ? undefined : "is not a boolean";
  },
};

function toEnvelopeError(name: string, option: string, reason: string): EnvelopeError {
  const from = joinPointer("", name);
  return {
    pointer: from,
    detail: `${quote(name)} is not part of a request, and as "${option}" ${reason}`,
    fixes: [
      makeFix(`Remove ${quote(name)}`, false, [{ op: "remove", path: from }]),
      makeFix(`Rename to "${option}"`, false, [{ op: "move", from, path: joinPointer("", option) }]),
    ],
  };
}
