import { importSources } from "../scripts/import-sources.js";

/** The parts of the service that are measured separately. */
export const { compileSpec, evaluate, isPlainJson, loadSpecs, parseStrictBytes, RegistryIndex } = await importSources(
  "src/engine/compile-spec.ts",
  "src/engine/evaluate.ts",
  "src/index.ts",
  "src/json/parse-strict-bytes.ts",
  "src/registry/registry-index.ts",
);
