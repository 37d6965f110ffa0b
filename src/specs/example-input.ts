import type { CompiledSpec } from "../engine/compile-spec.js";
import type { ExampleSource, RuleExample } from "../engine/grammar.js";
import { makeSubject } from "../engine/memo.js";
import { compileChange } from "../engine/rules/change.js";
import { NO_VALUES } from "../engine/rules/template.js";
import { cacheByObject } from "../ground/cache/cache-by-object.js";
import { applyPatch } from "../ground/json/patch.js";
import type { Json } from "../ground/json/value.js";
import { type Registry, withNamed } from "../ground/registry/registry.js";
import { RegistryIndex } from "../ground/registry/registry-index.js";

/** The base example with the changes of an example; undefined if they cannot be applied. */
export function applyExample(
  spec: CompiledSpec,
  example: RuleExample,
  base: ExampleSource,
): Json | undefined {
  try {
    const patch = compileChange(example, spec.compiled().declarations)(
      makeSubject(base.candidate),
      NO_VALUES,
    );
    return patch && (applyPatch(base.candidate, patch) as Json);
  } catch {
    return undefined;
  }
}

/** Cached, because most examples have the registry of the base example. */
const indexIds = cacheByObject((ids: readonly string[]) => RegistryIndex.of(ids));
const NO_IDS: readonly string[] = [];

/** The registries of an example or, where it has none, those of the base example. */
export function makeRegistry(
  { registry, registries: named }: WithRegistries,
  base: WithRegistries = {},
): Registry {
  const others = Object.entries(named ?? base.registries ?? {}).map(
    ([name, ids]) => [name, indexIds(ids)] as const,
  );
  return withNamed(indexIds(registry ?? base.registry ?? NO_IDS), new Map(others));
}

/** The taken ids of a target product, in its own registry and by name in others. */
export interface WithRegistries {
  readonly registry?: readonly string[];
  readonly registries?: Readonly<Record<string, readonly string[]>>;
}
