import type { JsonObject } from "../../src/ground/json/value.js";
import { withoutAnnotations } from "../../src/schema/bundle.js";
import { outlineOf, ownPlacesOf } from "../../src/schema/outline.js";
import { findSchema } from "../../src/schema/schemas-in.js";

const TEXT = { type: "string", minLength: 1 };
const SHAPE: JsonObject = {
  type: "object",
  properties: {
    plain: TEXT,
    referred: { $ref: "#/$defs/text" },
    either: { anyOf: [TEXT, { type: "null" }] },
  },
  allOf: [{ properties: { joined: TEXT } }],
  $defs: { text: TEXT, self: { properties: { next: { $ref: "#/$defs/self" } } } },
};

test("a shape of properties and items alone is its own outline and has its own places: the same object", () => {
  const plain = { type: "object", properties: { a: TEXT, list: { type: "array", items: TEXT } } };
  expect(outlineOf(plain)).toBe(plain);
  expect(ownPlacesOf(plain)).toBe(plain);
});

test.each<[string, unknown, unknown]>([
  ["/plain", TEXT, TEXT],
  ["/referred", TEXT, TEXT],
  ["/joined", TEXT, undefined],
  ["/either", { type: ["string", "null"], minLength: 1 }, { anyOf: [TEXT, { type: "null" }] }],
])("%s: what the outline says, and what packages hang on", (place, seen, own) => {
  expect(findSchema(outlineOf(SHAPE), place)).toEqual(seen);
  expect(findSchema(ownPlacesOf(SHAPE), place)).toEqual(own);
});

test.each<[string, JsonObject]>([
  ["a choice of objects", { anyOf: [{ properties: { a: TEXT } }, { properties: { b: TEXT } }] }],
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
  ["a condition", { if: { required: ["a"] }, then: { properties: { a: TEXT } } }],
  ["a negation", { not: { properties: { a: TEXT } } }],
  ["an item of a tuple", { prefixItems: [TEXT] }],
])("the outline says nothing where it cannot see: %s", (_, shape) => {
  for (const place of ["/a", "/b", "/*"])
    expect(findSchema(outlineOf(shape), place) ?? {}).toEqual({});
});

test("a shape that contains itself has an outline", () => {
  expect(findSchema(outlineOf({ properties: { a: { $ref: "#" } } }), "/a/a/a")).toBeDefined();
});

test("annotations are left out wherever they stand, and nothing else of their names", () => {
  const marked = {
    type: "string",
    aliases: ["b"],
    placeholder: "x",
    derive: { from: "/c", as: "kebab-case" },
  };
  const bare = { type: "string" };
  expect(
    withoutAnnotations({
      properties: { aliases: marked, a: { anyOf: [marked, { $ref: "#/$defs/d" }] } },
      additionalProperties: marked,
      items: [marked],
      default: { placeholder: "stays" },
      $defs: { d: marked },
    }),
  ).toEqual({
    properties: { aliases: bare, a: { anyOf: [bare, { $ref: "#/$defs/d" }] } },
    additionalProperties: bare,
    items: [bare],
    default: { placeholder: "stays" },
    $defs: { d: bare },
  });
});
