import { type CompiledSpec, compileSpec, withRequestFacts } from "../engine/compile-spec.js";
import { propertiesOf } from "../engine/fixers/names/known-properties.js";
import type { SpecSource } from "../engine/grammar.js";
import { isObject, type JsonObject } from "../json/value.js";
import { type Catalog, type Domain, domainsFor } from "../specs/catalog.js";
import { fold } from "../text/did-you-mean.js";
import { someOf } from "../text/quote.js";
import { REQUEST_ALIASES, REQUEST_SCHEMA } from "./request.js";
import { nameMeant } from "./resolve.js";

/** Properties that protocols put around the arguments of a call, with their usual values. Hosts prefix names of tools. */
const CALL = {
  jsonrpc: "2.0",
  method: /^(?:tools\/call|POST)$/,
  name: /(?:^|[^a-z])(?:validate|build)_?proposal$/i,
  type: /^(?:function(?:_call)?|tool_(?:call|use))$/,
  id: /^(?:call|toolu)_\w+$/,
  path: /\/api\/(?:validate|build)$/,
};

const DOMAIN_NAMES = new Set(["domainId", ...(REQUEST_ALIASES.domainId ?? [])].map(fold));

/** The domain that a request names, also under another name of the property or in another spelling. */
export function domainNamed(body: unknown, specs: Catalog): string | undefined {
  if (!isObject(body)) return undefined;
  const names = Object.keys(body).filter((name) => DOMAIN_NAMES.has(fold(name)));
  for (const value of [body.domainId, ...names.map((name) => body[name])]) {
    const meant = typeof value === "string" ? nameMeant(value, [...specs.keys()]) : undefined;
    if (meant?.sure) return meant.value;
  }
  return undefined;
}

const compiled = new WeakMap<Catalog, Map<string, CompiledSpec>>();

/**
 * The envelope as a spec package without rules, so that it is read and fixed like a candidate. It knows the names of
 * properties that a candidate of the domain may have, or of any if no known domain is named.
 */
export function envelopeSpec(domainId: unknown, specs: Catalog): CompiledSpec {
  const byDomain = compiled.get(specs) ?? new Map<string, CompiledSpec>();
  compiled.set(specs, byDomain);
  const key = typeof domainId === "string" && specs.has(domainId) ? domainId : "";
  const spec = byDomain.get(key) ?? compile(domainsFor(domainId, specs));
  byDomain.set(key, spec);
  return spec;
}

function compile(domains: readonly Domain[]): CompiledSpec {
  const { candidate, ...others } = REQUEST_SCHEMA.properties;
  const ofCandidate = domains.flatMap(({ current }) =>
    Object.entries(propertiesOf(current?.source.shape)).map(([name, { aliases = [] }]) => [name, { aliases }] as const),
  );
  const listed = ofCandidate.length > 0 && { properties: Object.fromEntries(ofCandidate) };
  const names = someOf(domains.map(({ id }) => id)).join(", ");
  // Properties of several domains say nothing about a candidate of one.
  const title = `object; give a domainId, which decides what it contains; domains: ${names}`;
  const expected = { ...candidate, ...listed, ...(domains.length > 1 && { title }) };
  const properties = Object.entries({ ...others, candidate: expected }).map(([name, property]) => [
    name,
    { ...property, aliases: REQUEST_ALIASES[name] ?? [] },
  ]);
  const shape = { ...REQUEST_SCHEMA, properties: Object.fromEntries(properties) } as unknown as JsonObject;
  const spec: SpecSource["spec"] = { status: "released", title: "", base: "", data: {}, normalize: [] };
  const envelope = compileSpec({ domainId: "", version: "", spec, shape, rules: {}, examples: {} });
  return withRequestFacts(envelope, CALL);
}
