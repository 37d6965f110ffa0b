import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import { evaluate } from "../../src/engine/evaluate.js";
import { applyPatch } from "../../src/json/patch.js";
import { join } from "../../src/json/pointer.js";
import type { Json } from "../../src/json/value.js";
import { RegistryIndex } from "../../src/registry/registry-index.js";
import { loadSpecs } from "../../src/specs/load-specs.js";

/** Turning one of these into a string the careless way throws, or finds what `Object.prototype` has. */
const HOSTILE: Json[] = [
  { toString: 2, valueOf: 2 },
  { toJSON: "x", length: 3 },
  { constructor: null, hasOwnProperty: 1 },
  ["toString"],
  "toString",
  "__proto__",
  "constructor",
];

test("no value at any place makes the engine throw", async () => {
  const spec = (await loadSpecs("rules")).get("generator-option")?.current as CompiledSpec;
  const base = spec.source.examples["city-weather"]?.candidate as Json;
  for (const path of placesIn(base, "")) {
    for (const value of HOSTILE) {
      const candidate = applyPatch(base, [{ op: "replace", path, value }]);
      await expect(evaluate(spec, candidate, RegistryIndex.of(["x"]))).resolves.toBeDefined();
    }
  }
});

function* placesIn(value: Json, path: string): Generator<string> {
  yield path;
  if (typeof value !== "object" || value === null) return;
  for (const [key, below] of Object.entries(value)) yield* placesIn(below, join(path, key));
}
