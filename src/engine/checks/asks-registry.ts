/** By their names: the playground asks, and must not load all checks for that. */
const REGISTRY_CHECKS = ["not-registered", "distinct-from-registered"];

/** Whether a rule depends on which ids are taken: only a service that has the registry finds its violations. */
export function asksRegistry(check: unknown): boolean {
  return [check].flat().some((one) => REGISTRY_CHECKS.some((name) => name in (one as object)));
}
