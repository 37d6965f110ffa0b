import { compileTypes } from "../../../src/engine/declared/field-types.js";
import type { Json, JsonObject } from "../../../src/json/value.js";

const accepts = (schema: JsonObject, value: unknown) =>
  compileTypes({ spec: "/types" }, { types: { it: schema } }, "/declarations/fields")
    .get("it")
    ?.accepts(value);

/** Such values break what compares by `valueOf` or `toString`. */
const odd = { toString: 1, valueOf: 2 };

test.each<[string, JsonObject, right: unknown, wrong: unknown]>([
  ["const", { const: { valueOf: 2, toString: 1 } }, odd, { toString: 1, valueOf: 3 }],
  ["enum", { enum: [null, { toString: 1, valueOf: 2 }] }, odd, { toString: 1 }],
  [
    "uniqueItems",
    { type: "array", uniqueItems: true },
    [odd, { toString: 1 }, 1, "1"],
    [odd, 1, { valueOf: 2, toString: 1 }],
  ],
  ["no uniqueItems", { type: "array", uniqueItems: false }, [1, 1], 1],
])("%s compares values as JSON", (_, schema, right, wrong) => {
  expect([accepts(schema, right), accepts(schema, wrong)]).toEqual([true, false]);
});

test.each<[string, JsonObject, pointer: string, detail: RegExp]>([
  ["a broken pattern of names", { patternProperties: { "[": {} } }, "/patternProperties/[", /does not compile/],
  ["a broken pattern deep inside", { items: { anyOf: [{ pattern: "[" }] } }, "/items/anyOf/0/pattern", /not compile/],
  ["an identifier", { $id: "https://example.com/a" }, "/$id", /cannot use "\$id"/],
  ["a promise", { type: "string", $async: true }, "/$async", /cannot use "\$async"/],
  ["a reference", { properties: { a: { $ref: "#" } } }, "/properties/a/$ref", /cannot use "\$ref"/],
  ["unevaluated properties", { unevaluatedProperties: false }, "/unevaluatedProperties", /cannot use/],
  ["an example of another type", { type: "string", examples: ["a", 1] }, "/examples/1", /not of this type/],
  ["a type that is none", { type: "strin" }, "", /not a JSON Schema/],
  ["a type that every object inherits", { type: "toString" }, "", /not a JSON Schema/],
  ["a description that is no string", { type: "string", description: 5 }, "", /not a JSON Schema: "type" is broken/],
  ["a length below zero", { type: "string", maxLength: -1 }, "", /"minimum" is broken at \/maxLength/],
  ["an empty enum of types", { type: [] }, "", /not a JSON Schema/],
  ["a format that is not known", { type: "string", format: "colour" }, "", /not a JSON Schema: unknown format/],
  ["a placeholder of another type", { type: "string", placeholder: 1 }, "/placeholder", /not of this type/],
])("%s is refused", (_, schema, pointer, detail) => {
  const error = expect.objectContaining({
    pointer: `/data/types/it${pointer}`,
    message: expect.stringMatching(detail),
    inSpec: true,
  });
  expect(() => accepts(schema, 1)).toThrow(expect.objectContaining({ errors: [error] }));
});

test.each<[string, Json, detail: RegExp]>([
  ["no such data", null, /no data at/],
  ["an array", [], /must refer to an object/],
])("a reference to %s is refused where it is written", (_, types, detail) => {
  const data = types === null ? {} : { types };
  expect(() => compileTypes({ spec: "/types" }, data, "/declarations/fields")).toThrow(
    expect.objectContaining({ pointer: "/declarations/fields/types", message: expect.stringMatching(detail) }),
  );
});

test("properties and values may have such names", () => {
  const schema: JsonObject = {
    properties: { $id: { type: "string" }, pattern: { const: "[" } },
    examples: [{ $ref: 1 }],
  };
  expect(accepts(schema, { $id: "x" })).toBe(true);
});
