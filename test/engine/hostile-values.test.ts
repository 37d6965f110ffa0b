import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import { compileTypes } from "../../src/engine/declared/field-types.js";
import { evaluate } from "../../src/engine/evaluate.js";
import { compileShape } from "../../src/engine/problems/compile-shape.js";
import { validate } from "../../src/index.js";
import { applyPatch } from "../../src/json/patch.js";
import { join } from "../../src/json/pointer.js";
import type { Json, JsonObject } from "../../src/json/value.js";
import { RegistryIndex } from "../../src/registry/registry-index.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import { someOf } from "../support/runs.js";

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
  const spec = compiledSpecs("rules").get("generator-option")?.current as CompiledSpec;
  const base = spec.source.examples["city-weather"]?.candidate as Json;
  for (const path of placesIn(base, "")) {
    for (const value of HOSTILE) {
      const candidate = applyPatch(base, [{ op: "replace", path, value }]);
      await expect(evaluate(spec, candidate, RegistryIndex.of(["x"]))).resolves.toBeDefined();
    }
  }
});

test("nor does one beside a property that it is another name of", async () => {
  const spec = compiledSpecs("rules").get("generator-option")?.current as CompiledSpec;
  const base = spec.source.examples["city-weather"]?.candidate as JsonObject;
  const properties = spec.source.shape.properties as Record<string, { aliases?: string[] }>;
  const aliases = Object.values(properties).flatMap(({ aliases = [] }) => aliases);
  expect(aliases).not.toEqual([]);
  const pairs = aliases.flatMap((alias) => HOSTILE.map((value) => ({ [alias]: value })));
  for (const pair of someOf(pairs, 5))
    await expect(evaluate(spec, { ...base, ...pair }, RegistryIndex.of(["x"]))).resolves.toBeDefined();
});

test("nor does one in the envelope make a request fail otherwise than refused", async () => {
  const specs = compiledSpecs("rules");
  const request: JsonObject = { targetProduct: "sample-studio", domainId: "generator-option", candidate: {} };
  for (const name of [...Object.keys(request), "specVersion", "applyRepair", "unknown"])
    for (const value of HOSTILE)
      for (const candidate of [{}, { toString: 1 }, "x"]) {
        const sent = { ...request, candidate, [name]: value };
        const answer = await validate(specs, sent, { registry: [] }).catch((error) => error);
        expect(answer).not.toBeInstanceOf(TypeError);
      }
});

describe.each(["toString", "hasOwnProperty", "valueOf"])("a property that a spec package calls %s", (name) => {
  const shape = compileShape({
    type: "object",
    required: [name],
    additionalProperties: false,
    properties: { [name]: { type: "string", maxLength: 3 } },
  });
  const problems = (value: unknown) => shape(value).map(({ code, path }) => `${code} ${path}`);

  test("is required of a candidate that merely inherits it, and looked at where it is there", () => {
    expect(problems({})).toEqual(["missing-property /candidate"]);
    expect(problems({ [name]: "x" })).toEqual([]);
    expect(problems({ [name]: "long" })).toEqual([`too-long /candidate/${name}`]);
  });

  test("is not looked for where it is optional and not there", () => {
    const optional = compileShape({ type: "object", properties: { [name]: { type: "string" } } });
    expect(optional({})).toEqual([]);
  });

  test("is required of a value by its declared type", () => {
    const types = compileTypes({ spec: "/types" }, { types: { it: { type: "object", required: [name] } } }, "");
    expect([types.get("it")?.accepts({}), types.get("it")?.accepts({ [name]: 1 })]).toEqual([false, true]);
  });
});

function* placesIn(value: Json, path: string): Generator<string> {
  yield path;
  if (typeof value !== "object" || value === null) return;
  for (const [key, below] of Object.entries(value)) yield* placesIn(below, join(path, key));
}
