import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { RulesFolder } from "./rules-folder.js";

export const RECIPE = {
  dish: "Lentil soup",
  course: "starter",
  serves: 4,
  ingredients: [
    { item: "lentils", unit: "g" },
    { item: "water", unit: "l" },
  ],
  batches: [{ lentils: 250, water: 1.5 }],
};

/** Adds a domain that has nothing to do with generators; not a field name is shared with them. */
export function addRecipeCards(rules: RulesFolder): void {
  const folder = "recipe-card/v1";
  for (const part of ["rules", "examples"]) mkdirSync(join(rules.dir, folder, part), { recursive: true });
  rules.write("recipe-card/domain.json", { title: "Recipe card", description: "A dish and what goes into it." });
  rules.write(`${folder}/spec.json`, {
    version: "v1",
    status: "released",
    title: "Recipe cards",
    base: "lentil-soup",
    data: {
      courses: ["starter", "main", "dessert"],
      units: { g: { type: "integer", examples: [100] }, l: { type: "number", examples: [0.5] } },
    },
    normalize: [
      { step: "trim", at: "/dish" },
      { step: "default", at: "/serves", value: 2 },
      { step: "order-keys", at: "/batches/*", by: { candidate: "/ingredients/*/item" } },
    ],
  });
  rules.write(`${folder}/candidate.schema.json`, {
    type: "object",
    required: ["dish", "course", "ingredients", "batches"],
    additionalProperties: false,
    properties: {
      dish: { type: "string", minLength: 1, maxLength: 60 },
      course: { type: "string" },
      serves: { type: "integer", minimum: 1, maximum: 100 },
      ingredients: {
        type: "array",
        minItems: 1,
        maxItems: 40,
        items: {
          type: "object",
          required: ["item", "unit"],
          additionalProperties: false,
          properties: { item: { type: "string", maxLength: 40 }, unit: { type: "string", enum: ["g", "l"] } },
        },
      },
      batches: { type: "array", maxItems: 10, items: { type: "object" } },
    },
  });
  rules.write(`${folder}/examples/lentil-soup.json`, {
    title: "A complete card",
    candidate: RECIPE,
    diagnostics: [],
  });
  const found = (params: object) => ({ all: [{ fact: "findings", params, operator: "found", value: true }] });
  const declared = { list: "/ingredients", name: "item", type: "unit", types: { spec: "/units" } };
  rules.write(`${folder}/rules/courses-are-served.json`, {
    name: "courses-are-served",
    severity: "error",
    summary: "The course is one that the house serves.",
    rationale: "The menu has no other place for it.",
    conditions: found({ at: "/course", check: "in", values: { spec: "/courses" } }),
    event: {
      type: "violation",
      params: {
        message: "{actual} is not served; served: {expected}",
        fixes: [
          {
            title: 'Replace with "{nearest}"',
            applicability: "machine-applicable",
            patch: [{ op: "replace", path: "{path}", value: "{nearest}" }],
          },
        ],
      },
    },
    examples: [
      { title: "a course of the house passes", patch: [], violations: [] },
      {
        title: "a slip is mended",
        patch: [{ op: "replace", path: "/course", value: "desert" }],
        violations: ["/course"],
        fix: "machine-applicable",
      },
    ],
  });
  rules.write(`${folder}/rules/batches-are-weighed.json`, {
    name: "batches-are-weighed",
    severity: "error",
    summary: "Every amount is in the unit of its ingredient.",
    rationale: "The kitchen weighs what the card says.",
    conditions: found({ at: "/batches/*", check: "mistyped", declared }),
    event: {
      type: "violation",
      params: {
        message: "{actual} is no amount in {type}",
        fixes: [
          {
            title: "Replace with {converted}",
            applicability: "machine-applicable",
            patch: [{ op: "replace", path: "{path}", value: "{converted}" }],
          },
        ],
      },
    },
    examples: [
      { title: "amounts in their units pass", patch: [], violations: [] },
      {
        title: "an amount in words is converted",
        patch: [{ op: "replace", path: "/batches/0/lentils", value: "250" }],
        violations: ["/batches/0/lentils"],
        fix: "machine-applicable",
      },
    ],
  });
}
