import { compileDocument } from "./proposals/compile-document.js";
import type { SpecDocument } from "./proposals/results.js";
import { type Catalog, toDomain } from "./specs/catalog.js";

export * from "./library.js";
export type { SpecDocument } from "./proposals/results.js";

/** Compiles spec packages from what a service has published at `/spec-packages/{domainId}/{version}`. */
export function compileSpecs(documents: readonly SpecDocument[]): Catalog {
  const specs = documents.map(compileDocument);
  const ids = [...new Set(specs.map(({ domainId }) => domainId))];
  return new Map(
    ids.map((id) => {
      const versions = specs.filter(({ domainId }) => domainId === id);
      return [id, toDomain(id, { title: id, description: "" }, versions)];
    }),
  );
}
