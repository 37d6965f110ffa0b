import { evaluate, loadSpecs, RegistryIndex } from "../compiled.js";

/** Computes the full result with all diagnostics, proven fixes and the repair; only the verdict is used. */
export const name = "assay";

export async function create(registry) {
  const spec = await loadV1();
  const index = RegistryIndex.of([...registry]);
  return async (candidate) => (await evaluate(spec, candidate, index)).valid;
}

export async function loadV1() {
  return (await loadSpecs()).get("generator-option").current;
}
