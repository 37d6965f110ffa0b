import { importSources } from "../scripts/import-sources.js";

/** The parts of the service that are measured separately. */
export const {
  compileSpec,
  evaluate,
  decide,
  inspect,
  isPlainJson,
  loadSpecs,
  parseStrictBytes,
  LocalWindow,
  RegistryIndex,
} = await importSources(
  "src/engine/compile-spec.ts",
  "src/engine/evaluate.ts",
  "src/engine/inspect.ts",
  "src/index.ts",
  "src/json/parse-strict-bytes.ts",
  "src/rate-limit/local-window.ts",
  "src/registry/registry-index.ts",
);
