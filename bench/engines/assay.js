import { evaluate, RegistryIndex, V1 } from "../compiled.js";

/** Computes the full answer with all diagnostics, fixes and the repair. Only `valid` is used. */
export const name = "assay";

export function create(registry) {
  const index = RegistryIndex.of([...registry]);
  return async (candidate) => (await evaluate(V1, candidate, index)).valid;
}
