import { type CompiledSpec, compileSpec } from "./engine/compile-spec.js";
import type { SpecSource } from "./engine/grammar.js";
import { type Catalog, toDomain } from "./specs/catalog.js";
import type { SpecDocument } from "./specs/explain/describe-spec.js";

export * from "./library.js";
export type { SpecDocument } from "./specs/explain/describe-spec.js";

/** Compiles what a service has published at `/spec-packages/{domainId}/{version}`. */
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

/** Throws if no service has published the document. */
function compileDocument(document: SpecDocument): CompiledSpec {
  const spec = compileSpec(toSource(document), ({ part }, error) => {
    throw new Error(`the spec package cannot be compiled: ${part}: ${error.message}`);
  });
  if (spec.digest !== document.digest)
    throw new Error("the spec package does not match its digest");
  return spec;
}

function toSource(document: SpecDocument): SpecSource {
  const {
    domainId,
    version,
    shape,
    rules,
    examples,
    diagnostics,
    candidateSchema,
    digest,
    current,
    ...settings
  } = document;
  const named = Object.fromEntries(rules.map(({ name, ...rule }) => [name, rule]));
  return { domainId, version, settings, shape, rules: named, examples };
}
