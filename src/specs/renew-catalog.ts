import { setImmediate as turn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { compileLater } from "../engine/compile-spec.js";
import { type Catalog, type Domain, toDomain } from "./catalog.js";
import type { CheckedSpecs } from "./check-specs.js";

/** The drafts of a catalog, as `domain/v2`. */
export function draftsIn(catalog: Catalog): string[] {
  return [...catalog.values()]
    .flatMap(({ versions }) => versions)
    .filter(({ source }) => source.spec.status === "draft")
    .map(({ domainId, version }) => `${domainId}/${version}`);
}

/**
 * The catalog after a change of the rules. Versions that have not changed are taken over, and a broken draft keeps its
 * last good form.
 */
export async function renewCatalog(previous: Catalog, { ids, domains, brokenDrafts }: CheckedSpecs): Promise<Catalog> {
  const before = (domainId: string, version: string) =>
    previous.get(domainId)?.versions.find((spec) => spec.version === version);
  const catalog = new Map<string, Domain>();
  for (const id of ids) {
    const changed = domains.find((domain) => domain.id === id);
    if (changed === undefined) {
      catalog.set(id, previous.get(id) as Domain);
      continue;
    }
    const specs = changed.sources.map((source) => {
      const known = before(id, source.version);
      return known !== undefined && isDeepStrictEqual(known.source, source) ? known : compileLater(source);
    });
    for (const { domainId, version } of brokenDrafts) {
      const known = domainId === id ? before(domainId, version) : undefined;
      if (known?.source.spec.status === "draft") specs.push(known);
    }
    const domain = toDomain(id, changed, specs, changed);
    // Compiling takes 15 ms: one version in each turn of the event loop.
    await turn();
    compileCurrent(domain);
    catalog.set(id, domain);
  }
  return catalog;
}

/** The first callers of a domain must not wait for the compiler. */
function compileCurrent({ current }: Domain): void {
  // Reading one compiled part compiles all of them.
  void current?.rules;
}
