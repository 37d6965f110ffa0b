import { compileSpec } from "../../../src/engine/compile-spec.js";
import { evaluate } from "../../../src/engine/evaluate.js";
import type { JsonObject } from "../../../src/ground/json/value.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import { casesOf } from "../../support/cases.js";
import { type SpecParts, sourceOf, specOf } from "../spec-of.js";

const testEach = casesOf(import.meta.url);

const TEXT = { type: "string" };
const NUMBER = { type: "number" };
const DISHES = {
  type: "array",
  maxItems: 9,
  items: { type: "object", additionalProperties: false, properties: { name: TEXT, price: NUMBER } },
};
const SOUP = { name: "Soup", price: 5 };

/** The candidate after its repair; the candidate as sent if nothing is certain. */
async function repaired(
  properties: JsonObject,
  candidate: JsonObject,
  parts: SpecParts & { required?: string[] } = {},
) {
  const { required = [], ...others } = parts;
  const spec = specOf({
    shape: { type: "object", additionalProperties: false, required, properties },
    ...others,
  });
  const result = await evaluate(spec, candidate, RegistryIndex.of([]));
  expect(result.valid).toBe(false);
  return { result, isCertain: result.repair !== undefined };
}

testEach<[string, JsonObject, JsonObject, string[], boolean]>(
  "a key is renamed for certain only if nothing else is meant: %s",
  async (_, properties, candidate, required, is) => {
    expect((await repaired(properties, candidate, { required })).isCertain).toBe(is);
  },
);

test.each<[key: string, known: string]>([
  ["doseG", "doseMg"],
  ["widthCm", "widthMm"],
  ["powerKw", "powerW"],
])("a value in one unit is not offered as one in another: %s, %s", async (key, known) => {
  const { result } = await repaired({ [known]: NUMBER }, { [key]: 4 }, { required: [known] });
  const titles = result.diagnostics.flatMap(({ fixes }) => fixes.map(({ title }) => title));
  expect(titles.filter((title) => title.startsWith("Rename"))).toEqual([]);
});

describe("a value is not moved from what it is about", () => {
  const venue = { type: "object", additionalProperties: false, properties: { name: TEXT } };
  test.each<[string, JsonObject]>([
    ["an object", { venue: { name: "Hall", notes: "Has a ramp." } }],
    ["an item", { dishes: [SOUP, { ...SOUP, name: "Tea", notes: "Has a ramp." }] }],
  ])("%s", async (_, candidate) => {
    const { isCertain, result } = await repaired({ venue, dishes: DISHES, notes: TEXT }, candidate);
    expect(isCertain).toBe(false);
    expect(result.diagnostics[0]?.fixes[0]?.title).toBe('Move it to "/notes"');
  });
});

testEach<[string, JsonObject, boolean]>(
  "an equal value is a repetition only under %s",
  async (_, candidate, isRemoved) => {
    const limit = { type: ["number", "null"] };
    const properties = {
      limit,
      lunch: DISHES,
      dinner: DISHES,
      startDate: TEXT,
      endDate: TEXT,
      price: NUMBER,
    };
    const shape = { type: "object", additionalProperties: false, properties };
    const spec = compileSpec({ ...sourceOf({ shape }), domainId: "any-domain-id" });
    const { repair } = await evaluate(spec, candidate, RegistryIndex.of([]));
    expect(repair !== undefined).toBe(isRemoved);
  },
);

test.each<[string, JsonObject, boolean]>([
  ["in one array", { lunch: [SOUP, SOUP], dinner: [] }, true],
  ["in two sections", { lunch: [SOUP], dinner: [SOUP] }, false],
])("a repeated item is removed for certain only %s", async (_, candidate, isRemoved) => {
  const rules = {
    "names-are-unique": {
      check: { at: ["/lunch/*/name", "/dinner/*/name"], unique: true },
      fixes: [
        { title: "Remove the repeat", applicability: "machine-applicable", remove: "{twin}" },
      ],
    } as never,
  };
  const { isCertain, result } = await repaired({ lunch: DISHES, dinner: DISHES }, candidate, {
    rules,
  });
  expect(isCertain).toBe(isRemoved);
  expect(result.diagnostics[0]?.fixes).toMatchObject([{ title: "Remove the repeat" }]);
});

test.each<[string, JsonObject, boolean]>([
  ["an empty item", { lunch: [SOUP, null] }, true],
  ["a blank text, after which words have other positions", { tags: ["new", ""] }, false],
  ["a remark, which stands for other items", { lunch: [SOUP, { "//": "3 more" }] }, false],
  ["an ellipsis, which stands for other items", { lunch: [SOUP, "..."] }, false],
])(
  "an item is removed for certain only if it says nothing: %s",
  async (_, candidate, isRemoved) => {
    const tags = { type: "array", maxItems: 9, items: { type: "string", minLength: 1 } };
    const { isCertain, result } = await repaired({ lunch: DISHES, tags }, candidate);
    expect(isCertain).toBe(isRemoved);
    expect(result.diagnostics[0]?.fixes[0]?.title).toMatch(/^Remove (?:it; it |"\/\/")/);
  },
);

test.each([
  ["Ibuprofen", true],
  ["stopped", false],
  ["not tolerated", false],
])(
  "the key of a map is the name of its item for certain only if it says nothing else: %s",
  async (key, is) => {
    const dose = {
      type: "object",
      required: ["name", "price"],
      properties: { name: TEXT, price: NUMBER },
    };
    const doses = { type: "array", maxItems: 9, items: dose };
    expect((await repaired({ doses }, { doses: { [key]: { price: 5 } } })).isCertain).toBe(is);
  },
);

test("a statement is never made for the author, even if there is only one that is allowed", async () => {
  const of = (value: unknown) =>
    repaired(
      { only: { enum: [value] } as JsonObject, x: NUMBER },
      { x: 1 },
      { required: ["only"] },
    );
  expect((await of(true)).isCertain).toBe(false);
  expect((await of("order")).isCertain).toBe(true);
});

test.each<[number, boolean]>([
  [7, true],
  [1.1, false],
])(
  "a number is a text in quotes for certain only if no digit may be lost: %j",
  async (value, is) => {
    const version = { type: "string", enum: ["1.1", "1.10", "7"] };
    expect((await repaired({ version }, { version: value })).isCertain).toBe(is);
  },
);

test("a number that no text of a list has is left alone", async () => {
  const { isCertain } = await repaired(
    { size: { type: "string", enum: ["20GP", "40HC"] } },
    { size: 40 },
  );
  expect(isCertain).toBe(false);
});

test.each<[unknown, JsonObject | undefined, boolean]>([
  ["one size", undefined, true],
  ["penicillin | latex", undefined, false],
  ["Hand tools, steel", undefined, false],
  ["penicillin", undefined, true],
  ["2 weeks", { enum: ["daily", "weekly"] }, false],
  ["daily, weekly", { enum: ["daily", "weekly"] }, true],
])(
  "a text is made an array for certain only if it has one meaning: %j of %j",
  async (value, items, is) => {
    const list = { type: "array", maxItems: 9, items: { type: "string", ...items } };
    const { isCertain, result } = await repaired({ list }, { list: value as string });
    expect(isCertain).toBe(is);
    if (items === undefined && is) expect(result.repair?.patch).toMatchObject([{ value: [value] }]);
  },
);
