import { outline, resolved } from "../../src/mcp/schema-outline.js";

const SCHEMA = {
  type: "object",
  description: "all of it",
  required: ["kind"],
  additionalProperties: false,
  properties: {
    kind: { enum: ["a", "b"], description: "which" },
    digest: { type: "string", pattern: "^x" },
    list: {
      type: "array",
      maxItems: 3,
      items: { type: "object", properties: { deep: { type: "object", properties: { deeper: { const: 1 } } } } },
    },
  },
};

test("an outline keeps names and types down to its depth, and no other constraints", () => {
  expect(outline(SCHEMA, 2)).toEqual({
    type: "object",
    properties: {
      kind: { enum: ["a", "b"] },
      digest: { type: "string" },
      list: { type: "array", items: { type: "object", properties: { deep: {} } } },
    },
  });
  expect(outline(SCHEMA, 0)).toEqual({});
});

test("an outline follows references, and a union has the properties of all its variants", () => {
  const built = resolved({ $ref: "#/components/schemas/BuildResult" });
  expect(built).toMatchObject({ type: "object", required: expect.arrayContaining(["valid", "diagnostics"]) });
  expect(built.required).not.toContain("proposalPackage");
  expect(outline(built, 1).properties).toMatchObject({ valid: { type: "boolean" }, submission: {} });
});
