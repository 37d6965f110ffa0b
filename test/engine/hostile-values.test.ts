import { compileTypes } from "../../src/engine/declared/field-types.js";
import { makeSubject } from "../../src/engine/memo.js";
import { compileShape, compileShapeDecider } from "../../src/engine/problems/compile-shape.js";
import { raise } from "../../src/engine/spec-error.js";
import { applyPatch } from "../../src/ground/json/patch.js";
import type { Json, JsonObject } from "../../src/ground/json/value.js";
import { validate } from "../../src/index.js";
import { AppError } from "../../src/proposals/errors/app-error.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import { pointers } from "../support/pointers.js";
import { someOf } from "../support/runs.js";
import { baseCandidate, evaluateCandidate, spec } from "./generator-option.js";

/**
 * Turning one of these into a string the careless way throws, or finds what `Object.prototype` has.
 */
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
  const places = [...pointers(baseCandidate)].flatMap(([path]) =>
    HOSTILE.map((value) => ({ path, value })),
  );
  for (const place of someOf(places, 3))
    await expect(
      evaluateCandidate(applyPatch(baseCandidate, [{ op: "replace", ...place }]), ["x"]),
    ).resolves.toBeDefined();
});

test("no value beside a property makes the engine throw, if its name is an alias of that property", async () => {
  const properties = spec.source.shape.properties as Record<string, { aliases?: string[] }>;
  const aliases = Object.values(properties).flatMap(({ aliases = [] }) => aliases);
  expect(aliases).not.toEqual([]);
  const pairs = aliases.flatMap((alias) => HOSTILE.map((value) => ({ [alias]: value })));
  for (const pair of someOf(pairs, 5))
    await expect(evaluateCandidate({ ...baseCandidate, ...pair }, ["x"])).resolves.toBeDefined();
});

test("no value in the envelope makes a request fail, except by a refusal", async () => {
  const specs = compiledSpecs("rules");
  const request: JsonObject = {
    targetProduct: "sample-studio",
    domainId: "generator-option",
    candidate: {},
  };
  for (const name of [...Object.keys(request), "specVersion", "applyRepair", "unknown"])
    for (const value of HOSTILE)
      for (const candidate of [{}, { toString: 1 }, "x"]) {
        const sent = { ...request, candidate, [name]: value };
        const answer = await validate(specs, sent, { registry: [] }).catch((error) => error);
        expect(answer instanceof AppError || "valid" in answer).toBe(true);
      }
});

test.each(["toString", "hasOwnProperty", "valueOf"])(
  "a property that a spec package calls %s is its own",
  (name) => {
    const problems = (schema: JsonObject, value: unknown) =>
      compileShape(
        compileShapeDecider({ type: "object", ...schema }),
        new Map(),
        {},
      )(makeSubject(value)).map(({ code }) => code);
    const properties = { [name]: { type: "string", maxLength: 3 } };
    const required = { required: [name], additionalProperties: false, properties };
    expect(problems(required, {})).toEqual(["missing-property"]);
    expect(problems(required, { [name]: "x" })).toEqual([]);
    expect(problems(required, { [name]: "long" })).toEqual(["too-long"]);
    expect(problems({ properties }, {})).toEqual([]);
    const type = { type: "object", required: [name] };
    expect([accepts(type, {}), accepts(type, { [name]: 1 })]).toEqual([false, true]);
  },
);

const accepts = (schema: JsonObject, value: unknown) =>
  compileTypes({ spec: "/types" }, { types: { it: schema } }, "/declarations/fields", raise)
    ?.get("it")
    ?.accepts(value);

/** Such values break what compares by `valueOf` or `toString`. */
const odd = { toString: 1, valueOf: 2 };

test.each<[string, JsonObject, right: unknown, wrong: unknown]>([
  ["const", { const: { valueOf: 2, toString: 1 } }, odd, { toString: 1, valueOf: 3 }],
  ["enum", { enum: [null, { toString: 1, valueOf: 2 }] }, odd, { toString: 1 }],
  [
    "uniqueItems",
    { type: "array", uniqueItems: true },
    [odd, 1, "1"],
    [odd, 1, { valueOf: 2, toString: 1 }],
  ],
  ["no uniqueItems", { type: "array", uniqueItems: false }, [1, 1], 1],
])("%s compares values as JSON", (_, schema, right, wrong) => {
  expect([accepts(schema, right), accepts(schema, wrong)]).toEqual([true, false]);
});

test.each<[string, JsonObject, pointer: string, detail: RegExp]>([
  [
    "a broken pattern of names",
    { patternProperties: { "[": {} } },
    "/patternProperties/[",
    /does not compile/,
  ],
  [
    "a broken pattern deep inside",
    { items: { anyOf: [{ pattern: "[" }] } },
    "/items/anyOf/0/pattern",
    /not compile/,
  ],
  ["an identifier", { $id: "https://example.com/a" }, "/$id", /cannot use "\$id"/],
  ["a reference", { properties: { a: { $ref: "#" } } }, "/properties/a/$ref", /cannot use "\$ref"/],
  [
    "an example of another type",
    { type: "string", examples: ["a", 1] },
    "/examples/1",
    /not of this type/,
  ],
  ["a type that is none", { type: "strin" }, "", /not a JSON Schema/],
  ["a type that every object inherits", { type: "toString" }, "", /not a JSON Schema/],
  [
    "a length below zero",
    { type: "string", maxLength: -1 },
    "",
    /"minimum" is broken at \/maxLength/,
  ],
  [
    "a format that is not known",
    { type: "string", format: "colour" },
    "",
    /not a JSON Schema: unknown format/,
  ],
  [
    "a placeholder of another type",
    { type: "string", placeholder: 1 },
    "/placeholder",
    /not of this type/,
  ],
])("%s is refused", (_, schema, pointer, detail) => {
  const error = expect.objectContaining({
    pointer: `/data/types/it${pointer}`,
    message: expect.stringMatching(detail),
  });
  expect(() => accepts(schema, 1)).toThrow(error);
});

test.each<[string, Json, detail: RegExp]>([
  ["no such data", null, /no data at/],
  ["an array", [], /must refer to an object/],
])("a reference to %s is refused where it is written", (_, types, detail) => {
  const data = types === null ? {} : { types };
  expect(() => compileTypes({ spec: "/types" }, data, "/declarations/fields", raise)).toThrow(
    expect.objectContaining({
      pointer: "/declarations/fields/types",
      message: expect.stringMatching(detail),
    }),
  );
});

test("properties and values may have such names", () => {
  const schema: JsonObject = {
    properties: { $id: { type: "string" }, pattern: { const: "[" } },
    examples: [{ $ref: 1 }],
  };
  expect(accepts(schema, { $id: "x" })).toBe(true);
});
