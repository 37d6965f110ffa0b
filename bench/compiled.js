/** The parts of the compiled service that are measured separately. */

export { compileSpec } from "../dist/engine/compile-spec.js";
export { evaluate } from "../dist/engine/evaluate.js";
export { decide, inspect } from "../dist/engine/inspect.js";
export { loadSpecs } from "../dist/index.js";
export { parseStrictBytes } from "../dist/json/parse-strict-bytes.js";
export { LocalWindow } from "../dist/rate-limit/local-window.js";
export { RegistryIndex } from "../dist/registry/registry-index.js";
