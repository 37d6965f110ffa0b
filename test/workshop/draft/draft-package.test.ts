import formats from "ajv-formats";
import { compileSpec } from "../../../src/engine/compile-spec.js";
import { evaluate } from "../../../src/engine/evaluate.js";
import type { Json, JsonObject } from "../../../src/ground/json/value.js";
import { EMPTY_REGISTRY } from "../../../src/ground/registry/registry.js";
import { bundleSound } from "../../../src/schemas/compile-schema.js";
import { InvalidSchema } from "../../../src/schemas/invalid-schema.js";
import { type Draft, draftPackage } from "../../../src/workshop/draft/draft-package.js";
import { DRAFTS, makeSchema, makeValue } from "../../schemas/random-schemas.js";
import { Random } from "../../support/random.js";
import { someOf } from "../../support/runs.js";

const OPTIONS = { domainId: "any", version: "v1", title: "Any", examples: {} };

const draftOf = async (schema: JsonObject): Promise<Draft> => {
  const draft = await draftPackage(bundleSound(schema, {}), OPTIONS);
  if (draft === undefined) throw new Error("no document of the schema was found");
  return draft;
};

const errorsOf = async ({ source }: Draft, candidate: Json) =>
  (await evaluate(compileSpec(source), candidate, EMPTY_REGISTRY)).diagnostics.map(
    ({ code, path }) => `${code} ${path}`,
  );

/** A schema with one property, `value`. */
const ofValue = (value: JsonObject, more: JsonObject = {}) => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  required: ["value"],
  properties: { value },
  ...more,
});

const shapeOfValue = async (value: JsonObject) => {
  const { source, translator } = await draftOf(ofValue(value));
  return { shape: (source.shape.properties as Record<string, Json>).value, kept: translator.kept, source };
};

test.each(DRAFTS)(
  "a package of a schema of %s is never weaker and never stricter than the schema",
  async (_, $schema, Stock, keywords) => {
    const random = new Random(54);
    const differences: string[] = [];
    const made = { shape: 0, rules: 0, kept: 0 };
    for (let round = 0; round < 12; round++) {
      const definitions = { one: makeSchema(random, keywords, 2) };
      const schema: JsonObject = {
        $schema,
        type: "object",
        properties: { value: makeSchema(random, keywords) },
        definitions,
      };
      if (JSON.stringify(schema).includes("unevaluated")) continue;
      let draft: Draft;
      try {
        draft = await draftOf(schema);
      } catch (error) {
        if (error instanceof InvalidSchema) continue;
        throw error;
      }
      const spec = compileSpec(draft.source);
      for (const key of ["shape", "rules", "kept"] as const) made[key] += draft.translator.counts[key];
      const stock = formats.default(new Stock({ strict: false, logger: false, ownProperties: true })).compile(schema);
      for (let tried = 0; tried < 20; tried++) {
        const candidate = { value: makeValue(random) };
        const { valid } = await evaluate(spec, candidate, EMPTY_REGISTRY);
        if (valid !== stock(candidate)) differences.push(JSON.stringify({ schema, candidate, valid }));
      }
    }
    expect(differences).toEqual([]);
    expect(Math.min(made.shape, made.rules, made.kept)).toBeGreaterThan(0);
  },
);

describe("what a keyword becomes", () => {
  test.each<[JsonObject, Json]>([
    [
      { type: "string", minLength: 0, maxLength: 9, title: "A name" },
      { description: "A name", type: "string", maxLength: 9 },
    ],
    [
      { type: "integer", exclusiveMinimum: 0.5, maximum: 9.5 },
      { type: "integer", minimum: 1, maximum: 9 },
    ],
    [{ anyOf: [{ type: "string", format: "date" }, { type: "null" }] }, { type: ["string", "null"], format: "date" }],
    [{ oneOf: [{ const: "a" }, { const: "b" }, { enum: ["c", "b"] }] }, { type: "string", enum: ["a", "c"] }],
    [
      { type: "number", const: 1.5 },
      { type: "number", enum: [1.5] },
    ],
    [
      {
        allOf: [
          { type: "string", minLength: 2 },
          { minLength: 4, maxLength: 8 },
        ],
      },
      { type: "string", maxLength: 8, minLength: 4 },
    ],
    [
      { type: "object", additionalProperties: { type: "integer" } },
      { type: "object", additionalProperties: { type: "integer" } },
    ],
    [{ enum: [true, false] }, { type: "boolean" }],
    [
      { type: "string", default: "x", format: "duration-of-nothing" },
      { type: "string", examples: ["x"] },
    ],
  ])("%j is in the shape", async (schema, expected) => {
    expect((await shapeOfValue(schema)).shape).toEqual(expected);
  });

  test.each<[JsonObject, string]>([
    [{ not: { const: 1 } }, "not at /value"],
    [{ type: "object", patternProperties: { "^a": {}, b$: {} } }, "patternProperties at /value"],
    [{ type: "array", prefixItems: [{ type: "string" }] }, "prefixItems at /value"],
    [{ type: "string", pattern: "^(a+)+$" }, "pattern at /value"],
    [
      {
        anyOf: [
          { type: "string", minLength: 5 },
          { type: "string", pattern: "^a" },
        ],
      },
      "anyOf at /value",
    ],
    [{ type: "object", properties: { "*": { type: "string" } } }, "properties at /value"],
    [{ enum: ["a", "A"] }, "enum at /value"],
    [{ enum: [{ $ref: "#/nowhere" }] }, "enum at /value"],
  ])("%j is kept", async (schema, expected) => {
    expect((await shapeOfValue(schema)).kept).toContain(expected);
  });

  test("a branch with a discriminator, a condition and a dependency become rules", async () => {
    const kinds = [
      {
        type: "object",
        required: ["kind", "radius"],
        properties: { kind: { const: "circle" }, radius: { type: "number" } },
        additionalProperties: false,
      },
      {
        type: "object",
        required: ["kind", "side"],
        properties: { kind: { const: "square" }, side: { type: "number" } },
        additionalProperties: false,
      },
    ];
    const draft = await draftOf(
      ofValue(
        { type: "array", items: { oneOf: kinds } },
        {
          properties: {
            value: { type: "array", items: { oneOf: kinds } },
            note: { type: "string" },
            by: { type: "string" },
            isSent: { type: "boolean" },
          },
          dependentRequired: { note: ["by"] },
          if: { properties: { isSent: { const: true } }, required: ["isSent"] },
          // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
          then: { required: ["by"] },
        },
      ),
    );
    expect(draft.translator.counts.kept).toBe(0);
    expect(draft.unshown).toEqual([]);
    expect(await errorsOf(draft, { value: [{ kind: "circle", side: 1 }], note: "a", isSent: true })).toEqual([
      "candidate-has-by-where-it-is-needed /candidate",
      "candidate-has-what-note-needs /candidate",
      "value-of-circle-is-complete /candidate/value/0",
      "value-of-circle-has-only-its-own-properties /candidate/value/0/side",
    ]);
    expect(await errorsOf(draft, { value: [{ kind: "square", side: 1 }], by: "a", isSent: true })).toEqual([]);
  });

  const UNMADE: [string, JsonObject, boolean][] = [
    ["a map of a billion names", { type: "object", minProperties: 1_000_000_000 }, true],
    ["a text of a hundred million characters", { type: "string", minLength: 100_000_000 }, false],
    ["three million numbers", { $ref: "#/$defs/wide" }, false],
    ["lists of 20 lists of 20 lists without an end", { $ref: "#/$defs/endless" }, false],
  ];
  test.each(someOf(UNMADE, 2))("documents with %s are not made", async (_, value, isDrafted) => {
    const listOf = (items: JsonObject): JsonObject => ({ type: "array", minItems: 20, items });
    const wide = listOf(listOf(listOf(listOf(listOf({ type: "integer" })))));
    const $defs = { endless: listOf({ $ref: "#/$defs/endless" }), wide };
    const required = isDrafted ? [] : ["value"];
    const draft = await draftPackage(bundleSound(ofValue(value, { $defs, required }), {}), OPTIONS);
    expect(draft !== undefined).toBe(isDrafted);
  });

  test("recursion is kept, with the schemas that it refers to", async () => {
    const draft = await draftOf({
      ...ofValue({ $ref: "#/$defs/tree" }),
      $defs: {
        tree: {
          type: "object",
          required: ["name"],
          properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/tree" } } },
        },
      },
    });
    expect(Object.keys((draft.source.settings.data.schemas as JsonObject) ?? {})).toContain("tree");
    expect(await errorsOf(draft, { value: { name: "a", children: [{ name: "b", children: [{}] }] } })).toHaveLength(1);
  });
});
