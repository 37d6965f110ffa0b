/** The parts of the compiled service that are measured by themselves. */
export { LocalWindow } from "../dist/budget/local-window.js";
export { decide, inspect } from "../dist/engine/check-candidate.js";
export { compileSpec } from "../dist/engine/compile-spec.js";
export { evaluate } from "../dist/engine/evaluate.js";
export { RegistryIndex } from "../dist/engine/registry-index.js";
export { loadSpecs } from "../dist/index.js";
export { parseStrictJson } from "../dist/json/strict-json.js";
