import type { Json, JsonObject } from "../../json/value.js";
import type { Registry } from "../../registry/registry.js";

/** By their names: the playground asks, and must not load all checks for that. */
const REGISTRY_CHECKS = ["registered", "not-registered", "distinct-from-registered"];

/** The value of a check of ids: `true` for the registry of the target product, or the name of another one of it. */
export const REGISTRY_NAME: JsonObject = {
  if: { type: "string" },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", maxLength: 64 },
  else: { const: true },
};

/** Whether a rule depends on which ids are taken: only a service that has the registry finds its violations. */
export function asksRegistry(check: unknown): boolean {
  return [check].flat().some((one) => REGISTRY_CHECKS.some((name) => name in (one as object)));
}

/** The names of the other registries that checks ask. */
export function registryNamesIn(check: unknown): string[] {
  return [check].flat().flatMap((one) => {
    const values = REGISTRY_CHECKS.map((name) => (one as Record<string, unknown>)[name]);
    return values.filter((value) => typeof value === "string");
  });
}

/** Undefined where the target product has no registry of this name: nothing is known then. */
export function registryFor(value: Json, { registry }: { readonly registry: Registry }): Registry | undefined {
  return typeof value === "string" ? registry.named?.(value) : registry;
}
