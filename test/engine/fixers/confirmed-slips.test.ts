import { evaluate } from "../../../src/engine/evaluate.js";
import type { Json, JsonObject } from "../../../src/ground/json/value.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import { casesOf } from "../../support/cases.js";
import { specOf } from "../spec-of.js";

const testEach = casesOf(import.meta.url);

const TEXT = { type: "string" };
const ISO_DATE = { type: "string", format: "date" };
const SET_NEAREST = [
  { title: "Use it", applicability: "machine-applicable", set: { "{path}": "{nearest}" } },
];

const record = (properties: JsonObject, required: string[] = []) => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});

/**
 * A package in which other values show what is meant: records, the prefix of an id, and the name
 * that an id is made of.
 */
const SPEC = specOf({
  shape: record({
    owner: record({
      kind: { ...TEXT, derive: { from: "/owner/id", prefixes: { user: "human", bot: "robot" } } },
      id: { type: ["string", "integer"] },
    }),
    bookingId: { ...TEXT, derive: { from: "/bookingName", as: "kebab-case" } },
    bookingName: TEXT,
    fields: {
      type: "array",
      maxItems: 9,
      items: record({ name: TEXT, type: TEXT }, ["name", "type"]),
    },
    records: { type: "array", maxItems: 9, items: { type: "object" } },
  }),
  data: {
    kinds: ["human", "robot"],
    types: {
      string: { type: "string", examples: ["x"] },
      integer: { type: "integer", examples: [1] },
      number: { type: "number", examples: [1.5] },
      boolean: { type: "boolean", examples: [true] },
      date: { ...ISO_DATE, examples: ["2026-01-31"] },
      array: { type: "array", examples: [[]] },
      object: { type: "object", examples: [{}] },
    },
  },
  declarations: {
    fields: {
      at: "/fields/*",
      name: "/name",
      type: "/type",
      types: { spec: "/types" },
      records: "/records/*",
    },
  } as never,
  rules: {
    "kinds-are-known": {
      check: { at: "/owner/kind", "one-of": { spec: "/kinds" } },
      fixes: SET_NEAREST as never,
    },
    "types-are-known": {
      check: { at: "/fields/*/type", "one-of": { spec: "/types" } },
      fixes: SET_NEAREST as never,
    },
  },
});

async function isCertain(candidate: JsonObject): Promise<boolean> {
  const { valid, repair } = await evaluate(SPEC, candidate, RegistryIndex.of([]));
  expect(valid).toBe(false);
  return repair !== undefined;
}

testEach<[type: string, values: unknown[], isCertain: boolean]>(
  "a type %j beside the values %j",
  async (type, values, is) => {
    const candidate = {
      fields: [{ name: "field", type }],
      records: values.map((field) => ({ field })),
    };
    expect(await isCertain(candidate as JsonObject)).toBe(is);
  },
);

testEach<[kind: string, id: Json, isCertain: boolean]>(
  "a kind %j beside the id %j",
  async (kind, id, is) => {
    expect(await isCertain({ owner: { kind, ...(id !== null && { id }) } } as JsonObject)).toBe(is);
  },
);

testEach<[string, JsonObject, boolean]>("a misspelled name over %s", async (_, candidate, is) => {
  expect(await isCertain(candidate)).toBe(is);
});

testEach<[key: string, value: Json, name: string, schema: JsonObject, isCertain: boolean]>(
  "%s: %j for the optional %s",
  async (key, value, name, schema, is) => {
    const isRepaired = async (required: string[]) => {
      const spec = specOf({ shape: record({ [name]: schema, other: TEXT }, required) });
      const { valid, repair } = await evaluate(
        spec,
        { [key]: value, other: "x" },
        RegistryIndex.of([]),
      );
      expect(valid).toBe(false);
      return repair !== undefined;
    };
    expect(await isRepaired([])).toBe(is);
    // A required property is awaited, but only a slip of its letters is certain.
    if (is) expect(await isRepaired([name])).toBe(true);
  },
);
