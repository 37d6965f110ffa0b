import { importSources } from "../scripts/import-sources.js";

/** The parts of the service that are measured in process. */
const sources = await importSources(
  "src/engine/compile-spec.ts",
  "src/engine/evaluate.ts",
  "src/index.ts",
  "src/ground/json/parse-strict-bytes.ts",
  "src/ground/registry/registry-index.ts",
);
export const { evaluate, parseStrictBytes, RegistryIndex } = sources;
export const V1 = (await sources.loadSpecs()).get("generator-option").current;

export function compileSpec(source) {
  return sources.compileSpec(source, (_, error) => {
    throw error;
  });
}
