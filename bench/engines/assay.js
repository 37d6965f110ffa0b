import { evaluate, RegistryIndex, V1 } from "../compiled.js";

/**
 * Computes the full result with all diagnostics, proven fixes and the repair; only the verdict is
 * used.
 */
export const name = "assay";

export function create(registry) {
  const index = RegistryIndex.of([...registry]);
  return async (candidate) => (await evaluate(V1, candidate, index)).valid;
}
